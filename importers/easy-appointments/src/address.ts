/**
 * Where the API may be: behind `index.php`, which works on every web server, else without it, where the web server rewrites addresses.
 * @param url of the start page, of `index.php` or of the API
 */
export function basesOf(url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  const path = pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/index\.php$/, '');
  return [`${origin}${path}/index.php/api/v1`, `${origin}${path}/api/v1`];
}

/** Whether what is sent there can be read on the way. */
export function isOpenToRead(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
}
