import { MONDAY } from './builders';
import { SureRequests } from './sure-requests';

/** A day of MONDAY's week, from 0 on. */
export const day = (offset: number) =>
  new Date(Date.parse(MONDAY) + offset * 86_400_000).toISOString().slice(0, 10);

/** Places, people and services of every kind. */
export class RichCatalogue extends SureRequests {
  async open() {
    await this.send('put', '/business-hours', {
      workStart: '07:30',
      workEnd: '24:00',
      days: ['monday', 'tuesday', 'friday', 'sunday'],
    });
    const places = await this.openPlaces();
    const people = await this.hire(places);
    const services = await this.offer(places, people);
    await this.close(places, people);
    return { places, people, services };
  }

  private async openPlaces() {
    const lisbon = await this.make('/locations', {
      ...{
        name: 'Lisboa',
        address: 'Rua 1\n1100 Lisboa',
        timezone: 'Europe/Lisbon',
        ...{ senderName: 'Salon Lisboa', phone: '+351 21 342 0001', email: 'lisboa@example.com' },
        ...{ language: 'pt-BR', policyText: 'A porta\nfecha às oito.' },
        metadata: { cost: '9', area: 'b' },
      },
      hours: [
        { day: 'monday', start: '10:00', end: '24:00', breaks: [{ start: '12:00', end: '12:30' }] },
        { day: 'sunday', start: '08:00', end: '09:00', everyWeeks: 2, from: MONDAY, until: day(90) },
      ],
    });
    const home = await this.make('/locations', { name: 'Home', is_primary: true });
    const category = await this.make('/categories', {
      name: 'Nägel & "Hair"',
      color: '#abc',
      description: 'x,y',
      active: false,
      metadata: { k: '1' },
    });
    const rooms = [
      await this.make('/resources', { name: 'Room 1', kind: 'room', locationId: home }),
      await this.make('/resources', { name: 'Room 2', kind: 'room', metadata: { floor: '2' } }),
    ];
    await this.make('/resources', { name: 'Broken', kind: 'chair', active: false });
    await this.make(`/resources/${rooms[0]}/time-off`, { start: day(20), end: day(21), reason: 'Paint' });
    return { lisbon, home, category };
  }

  private async hire({ lisbon }: { readonly lisbon: number }) {
    const ana = await this.make('/providers', {
      name: 'Ana',
      email: 'ana@example.com',
      phone: '+49 30 901820',
      color: '#1E90FF',
      slug: 'ana-x',
      metadata: { staff: '7' },
      password: 'correct horse',
    });
    const bo = await this.make('/providers', {
      ...{ name: 'Bo', email: 'bo@example.com', timezone: 'America/New_York', maxPerDay: 4 },
      schedule: [
        { day: 'monday', start: '08:00', end: '18:00', breaks: [{ start: '13:00', end: '14:00' }] },
        { day: 'saturday', start: '08:00', end: '12:00', locationId: lisbon, everyWeeks: 3, from: MONDAY },
      ],
    });
    const cy = await this.make('/providers', { name: 'Cy', email: 'cy@example.com' });
    const gone = await this.make('/providers', { name: 'Gone', email: 'gone@example.com' });
    await this.send('patch', `/providers/${gone}`, { active: false });
    return { ana, bo, cy, gone };
  }

  private async offer(
    { category, home }: { readonly category: number; readonly home: number },
    { ana, bo, cy }: { readonly ana: number; readonly bo: number; readonly cy: number },
  ) {
    const cut = await this.make('/services', {
      ...{
        name: 'Cut',
        durationMin: 30,
        price: 38.55,
        categoryId: category,
        description: 'short',
        bufferAfterMin: 10,
        bufferBeforeMin: 5,
      },
      ...{
        slotIntervalMin: 15,
        minNoticeMin: 60,
        maxAdvanceDays: 400,
        pendingMin: 60,
        webStatus: 'pending',
        confirmWhenPaid: true,
        maxActivePerCustomer: 9,
        maxPerDay: 20,
      },
      ...{
        cancelUntilMin: 1_440,
        moveUntilMin: 0,
        policyText: 'Until the day before',
        metadata: { account: '4400' },
      },
      terms: [{ providerId: bo, durationMin: 45, price: 52, bufferAfterMin: 0 }],
      durationOptions: [{ durationMin: 90, price: null }],
      questions: [
        {
          key: 'size',
          label: 'Size?',
          labels: { pt: 'Tamanho?', de: 'Größe?' },
          type: 'choice',
          choices: ['S', 'M'],
          required: true,
        },
        { key: 'born', label: 'Born?', type: 'date' },
        { key: 'pets', label: 'Pets?', type: 'number', required: true },
      ],
    });
    const room = await this.make('/services', {
      name: 'In a room',
      durationMin: 60,
      resources: [{ kind: 'room', quantity: 1 }],
      providerIds: [ana, cy],
    });
    const duet = await this.make('/services', {
      name: 'Duet',
      durationMin: 60,
      team: [{ providerIds: [bo, cy], count: 1 }],
    });
    const group = await this.make('/services', { name: 'Class', durationMin: 60, capacity: 5, price: 15 });
    const classes = await this.make('/services', {
      ...{ name: 'Timetable', durationMin: 45, capacity: 8, startsAt: 'schedule', providerIds: [cy] },
      timetable: [
        { day: 'friday', start: '18:00', providerId: cy, locationId: home, everyWeeks: 2, from: MONDAY },
      ],
    });
    const none = await this.make('/services', {
      name: 'Without a provider',
      durationMin: 10,
      providerIds: [],
      active: false,
    });
    const old = await this.make('/services', {
      name: 'No longer offered',
      durationMin: 20,
      price: 9,
      questions: [{ key: 'why', label: 'Why?', type: 'text', required: true }],
    });
    await this.send('patch', `/providers/${cy}`, { serviceIds: [room, duet, group, classes] });
    return { cut, room, duet, group, classes, none, old };
  }

  private async close(
    { lisbon, home }: { readonly lisbon: number; readonly home: number },
    { ana, bo }: { readonly ana: number; readonly bo: number },
  ): Promise<void> {
    await this.make('/closures', { start: day(30), end: day(31), reason: 'Christmas' });
    await this.make('/closures', {
      start: `${day(9)}T10:00:00+01:00`,
      end: `${day(9)}T12:00:00+01:00`,
      locationId: lisbon,
    });
    await this.make(`/providers/${ana}/time-off`, { start: day(14), end: day(15), reason: 'Training' });
    await this.make(`/providers/${bo}/time-off`, {
      start: `${day(7)}T12:00:00Z`,
      end: `${day(7)}T13:00:00Z`,
    });
    await this.send('put', `/special-hours/${day(2)}`, {
      hours: [
        { start: '10:00', end: '12:00' },
        { start: '13:00', end: '24:00' },
      ],
      note: 'Late',
    });
    await this.send('put', `/special-hours/${day(2)}`, { hours: [], locationId: lisbon });
    await this.send('put', `/providers/${ana}/special-hours/${day(3)}`, {
      hours: [{ start: '09:00', end: '15:00', locationId: home }],
    });
    await this.send('put', `/providers/${bo}/special-hours/${day(3)}`, { hours: [] });
  }
}
