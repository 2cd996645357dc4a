/** What a person came for is shown first; pieces that can wait are loaded after it. */

let tell = () => {}

/** Resolves when the page that was asked for shows what it is about. */
export const firstShown = new Promise<void>((resolve) => {
  tell = resolve
})

/** To be called when it is on the screen. The mark tells measurements which scripts came before it. */
export function tellShown(): void {
  if (performance.getEntriesByName('first-shown').length === 0) performance.mark('first-shown')
  tell()
}
