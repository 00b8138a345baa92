# Receives webhooks, without further packages. WEBHOOK_SECRET=whsec_… python3 webhook-receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body, head = self.rfile.read(int(self.headers["content-length"])), self.headers
        signed = hmac.new(KEY, f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + body, hashlib.sha256).digest()
        known = any(hmac.compare_digest(signed, base64.b64decode(each[3:])) for each in head["webhook-signature"].split())
        valid = known and abs(time.time() - int(head["webhook-timestamp"])) < 300
        # Skip a webhook-id that you have seen before.
        if valid: print(head["webhook-id"], json.loads(body)["type"], flush=True)
        self.send_response(204 if valid else 401)
        self.end_headers()
HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
