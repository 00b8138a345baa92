"""Books with the generated client, lists what is booked, and reads why a second booking of the same time is refused."""

import datetime
import json
import sys

import openapi_client
from openapi_client.api.appointments_api import AppointmentsApi
from openapi_client.api.availability_api import AvailabilityApi
from openapi_client.api.providers_api import ProvidersApi
from openapi_client.api.services_api import ServicesApi

url, key = sys.argv[1:3]
configuration = openapi_client.Configuration(host=url)
configuration.access_token = key
client = openapi_client.ApiClient(configuration)

service = ServicesApi(client).services_create({"name": "Haircut", "durationMin": 45})
provider = ProvidersApi(client).providers_create({"name": "Ana Silva", "email": "ana@example.com"})
slots = AvailabilityApi(client).availability_slots(
    service.data.id, datetime.date(2026, 11, 23), provider_id=provider.data.id
)
slot = slots.data[0]
requested = {
    "name": "Mia Keller",
    "email": "mia@example.com",
    "serviceId": service.data.id,
    "providerId": provider.data.id,
    "date": slot.date.isoformat(),
    "start": slot.time,
}
appointments = AppointmentsApi(client)
booked = appointments.appointments_create(requested)
listed = appointments.appointments_list(service_id=service.data.id, sort="start:asc")
try:
    appointments.appointments_create(requested)
    refusal = None
except openapi_client.ApiException as error:
    # The client deserializes what has its body in `data`, as answers do.
    error.data = error.body
    refusal = client.deserialize(error, "RefusedError").error.details

print(
    json.dumps(
        {
            "start": booked.data.start.replace(tzinfo=None).isoformat(),
            "customer": booked.data.customer_name,
            "listed": [appointment.id == booked.data.id for appointment in listed.data],
            "total": listed.meta.total,
            "reason": refusal and refusal.reason,
            "alternatives": [slot.time for slot in refusal.alternatives] if refusal else None,
        }
    )
)
