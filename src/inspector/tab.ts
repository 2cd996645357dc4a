import type { Seen } from './recorder.ts'

/** A tab of this origin and what runs in it. */
export type Tab = {
  /** Null for the tab of the inspector itself. */
  readonly id: string | null
  readonly title: string
  readonly path: string
  /** Silent when it does not answer: its browser may have frozen or ended it. */
  readonly state: 'live' | 'silent' | 'gone'
  readonly actors: readonly Seen[]
}

/** The address at which the inspector shows one actor. */
export function placeOf({ id }: Tab, sessionId: string): string {
  return `/inspector?${new URLSearchParams({ ...(id === null ? {} : { tab: id }), actor: sessionId })}`
}
