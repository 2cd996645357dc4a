/** What tabs and inspectors of one origin say to each other. Whoever changes a message counts `channelName` up. */
import type { Graph } from './graph.ts'
import type { Seen } from './recorder.ts'

export type MachinePlaces = { readonly id: string; readonly title: string; readonly path: string }

/** An actor as it crosses: its chart by number, and only the entries that were not told before. */
export type WireEntry = Omit<Seen, 'graph'> & { readonly graph: number | null }

export type FromInspector = {
  readonly kind: 'inspector'
  /** The tab that it stands in, and the inspector itself: a page that is opened again wants everything again. */
  readonly tab: string
  readonly inspector: string
}

export type FromTab = { readonly tab: MachinePlaces } & (
  | { readonly kind: 'here'; readonly asks: boolean }
  | {
      readonly kind: 'actors'
      /** Whether what was told before is to be forgotten. */
      readonly isWhole: boolean
      /** Session ids of all actors in the record, oldest first; whoever is missing has been forgotten. */
      readonly present: readonly string[]
      readonly changed: readonly WireEntry[]
      /** Charts that `changed` names for the first time. */
      readonly graphs: readonly (readonly [number, Graph])[]
    }
  | { readonly kind: 'gone' }
)

export type Message = FromInspector | FromTab
