/** "Firefox 126 on Linux": without the finer parts of versions, which say nothing to people. Null where nothing is known. */
export function deviceName(it: { readonly browser: string | null; readonly device: string | null }): string | null {
  const browser = it.browser?.replace(/\.\d[\d.]{0,30}/, '') ?? null
  const device = it.device?.replace(/ \(desktop\)$/, '') ?? null
  return browser !== null && device !== null ? `${browser} on ${device}` : (browser ?? device)
}
