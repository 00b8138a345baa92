/** The day of the person who signed in: who comes, who has come, and what is moved or cancelled. The token stays in memory. */
const { api, issuer, client, audience } = await (await fetch('/settings.json')).json();
const [said, day] = ['said', 'day'].map((id) => document.getElementById(id));
const redirect = new URL('/', location.href).href;
const provider = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();

const base64 = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));

/** Code flow with PKCE (RFC 7636): the provider asks who it is, and sends the browser back with a code. */
async function signIn() {
  const [verifier, state] = [random(), random()];
  sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }));
  const challenge = base64(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  location.href = `${provider.authorization_endpoint}?${new URLSearchParams({
    ...{ response_type: 'code', client_id: client, redirect_uri: redirect, scope: 'openid email', state },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: audience },
  })}`;
}

/** Changes the code of the address into tokens, and forgets it. */
async function tokens(code, state) {
  const sent = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}');
  sessionStorage.removeItem('sign-in');
  history.replaceState(null, '', redirect);
  if (sent.state !== state) throw new Error('This answer belongs to no sign-in of this page');
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: client };
  const body = new URLSearchParams({ ...form, code_verifier: sent.verifier, resource: audience });
  const answer = await fetch(provider.token_endpoint, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The identity provider answers ${answer.status}`);
  return answer.json();
}

/** A request with the rights of the person. */
async function send(method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${api}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const { data, error } = await answer.json();
  if (error !== undefined) throw new Error(error.message);
  return data;
}

/** @param act changes something first */
async function show(act) {
  try {
    await act?.();
    const me = (await send('GET', '/providers?length=100')).find(({ email }) => email === person.email);
    if (me === undefined) throw new Error(`${person.email} gives no appointments`);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: me.timezone ?? undefined }).format(new Date());
    const query = `providerId=${me.id}&from=${today}&to=${today}&status=pending,confirmed&sort=start`;
    const found = await send('GET', `/appointments?${query}&include=customer,service&length=100`);
    day.replaceChildren(...found.map(card));
    said.textContent = found.length === 0 ? 'No customers today.' : '';
  } catch (error) {
    said.textContent = error.message;
  }
}

function card(appointment) {
  const change = (body) => show(() => send('PATCH', `/appointments/${appointment.id}`, body));
  const element = document.createElement('article');
  const title = document.createElement('h2');
  title.textContent = `${appointment.start.slice(11, 16)} ${appointment.attendeeName ?? appointment.customerName}`;
  const what = document.createElement('p');
  what.textContent = `${appointment.service?.name ?? ''}${appointment.arrivedAt === null ? '' : ', has come'}`;
  element.append(
    title,
    what,
    button('Has come', () => change({ arrivedAt: new Date().toISOString() })),
    ' ',
    button('Move', () => {
      const start = prompt('New time, such as 15:30');
      return start === null ? undefined : change({ date: appointment.start.slice(0, 10), start });
    }),
    ' ',
    button('Cancel', () => change({ status: 'cancelled' })),
  );
  return element;
}

function button(text, act) {
  const element = document.createElement('button');
  Object.assign(element, { type: 'button', textContent: text, onclick: act });
  return element;
}

let [token, person] = [];
const answered = new URLSearchParams(location.search);
if (answered.has('code')) {
  const { access_token, id_token } = await tokens(answered.get('code'), answered.get('state'));
  const claims = id_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  [token, person] = [access_token, JSON.parse(atob(claims))];
  await show();
} else day.append(button('Sign in', signIn));
