/** Where a link to what a step misses leads: its open question, its marked field, or the list of what is needed. */
const hash = '#missing'

export const missingHref = (stepHref: string): string => `${stepHref}${hash}`

/** Focuses the first thing that the shown step misses. */
export function goToMissing(): void {
  const places = ['[data-open-question] :is(input, button, select)', 'main [aria-invalid="true"]', '[data-still-needed]']
  const place = places.map((it) => document.querySelector<HTMLElement>(it)).find((it) => it !== null)
  place?.focus()
  place?.scrollIntoView?.({ block: 'center' })
}

/** Ref of what such a link can lead to: a step is drawn after its address changed, and some of its parts later. */
export function onArrival(place: HTMLElement | null): void {
  if (place !== null && location.hash === hash) requestAnimationFrame(goToMissing)
}
