/** The path under which this console is served (`PUBLIC_URL`), as the server writes it into the page; empty at the root of a host. */
const base = globalThis.document?.documentElement.dataset['base'] ?? ''

/** A path of this server as a browser asks for it; a search or an anchor stays as it is. */
export const withBase = (path: string): string => path.replace(/^\//, `${base}/`)

/** Where an endpoint or a file of this server is. */
export const addressOf = (path: string): URL => new URL(withBase(path), location.origin)

/** The path of the page within this console. */
export const pathNow = (): string => location.pathname.replace(base, '') || '/'
