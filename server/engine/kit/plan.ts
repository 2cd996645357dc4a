/** A configuration as the parts of the engine use it. `plan/plan.ts` compiles it. */

import type { Problem } from '#contract/kit/problem.ts'
import type { Path } from '../../platform/json/path.ts'
import type { OpenEnrichment } from './enriching.ts'
import type { CompiledGroup } from './grouping.ts'
import type { AfterSender, Destination, Place, Source, Tools } from './kind.ts'

/** A line as far as it reads: of a rule with several sources one that is there is enough. */
export type ReadingLine = { readonly at: number; readonly sources: readonly Path[]; readonly target: Path }

/** How records become lines (`mapping/record-split.ts`). */
export type CompiledSplit = {
  /** The list; names only. */
  readonly path: Path
  /** Of the item: what names the line together with the key of its record. Null: its number. */
  readonly key: Path | null
  readonly keepsParent: boolean
  readonly leavesOutEmpty: boolean
}

/** What a mapping knows besides the record. */
export type MapRun = {
  /** When the run started. */
  readonly now: Date
  /** Stands for a value: the same for the same value of a company, and nothing can be read in it. */
  readonly hash: (text: string) => string
}

/** Makes the destination's record out of the source's. Without `run` nothing of what it makes may be kept or sent. Throws `MappingFault`. */
export type MapRecord = (record: unknown, run?: MapRun) => unknown

export type Output = {
  readonly strategy: 'individual' | 'bulk' | 'aggregate'
  /** Records of one delivery. */
  readonly size: number
  readonly field: string
  /** Members beside the list, as the JSON text of an object; empty where there are none. */
  readonly around?: string
}

export type Plan = {
  readonly map: MapRecord
  /** Why a made record cannot be sent, because values for its URL are missing; null of a destination with one URL. */
  readonly addressFault: ((made: unknown) => Problem | null) | null
  /** Whether records are changed at all. */
  readonly isMapped: boolean
  /** What the mapping reads. */
  readonly lines: readonly ReadingLine[]
  readonly output: Output
  /** Whether its deliveries delete records. */
  readonly deletes: boolean
  /** What may have arrived is not sent again. */
  readonly atMostOnce: boolean
  /** Whether deliveries have the same keys in every run as long as their records do not change (decision 0022). */
  readonly recordKeys: boolean
  /** Whether a record is left out whose version was delivered before (decision 0051). */
  readonly onlyChanged: boolean
  /** What people call its systems; null without an address. */
  readonly systems: Readonly<Record<'source' | 'destination', string | null>>
  /** Names what is read, for the cursor over runs; empty where nothing has one. */
  readonly reads: string
  /** In how many parts its source is read at the same time; 1: as a whole. */
  readonly parts: number
  /** Where the next run begins after one whose parts left these places; null where its source leaves none. */
  readonly joined: ((places: readonly Place[]) => Place) | null
  readonly openSource: (tools: Tools) => Promise<Source>
  /** Names a record by the key fields that were set; null where there are none. */
  readonly nameRecord: ((record: unknown) => void) | null
  /** Null when nothing is looked up. */
  readonly openEnrichment: OpenEnrichment | null
  /** Null: each record is one line. */
  readonly split: CompiledSplit | null
  /** Null where each record is sent by itself. Records that are grouped are counted when they are read. */
  readonly group: CompiledGroup | null
  readonly openDestination: (tools: Tools) => Promise<Destination>
  /** Null where nothing follows a delivery. */
  readonly openAfterwards: (tools: Tools) => Promise<AfterSender | null>
  /** Which destinations a record goes to, by their numbers (`noRoute`: none fits); null of a connector with one destination. */
  readonly routing: {
    readonly choose: (record: unknown, now: number) => readonly number[]
    /** Whether a record can go to several. */
    readonly isForAll: boolean
  } | null
  /** What people call its first destination; null where they gave it no name. */
  readonly name: string | null
  /** The destinations besides the first one. Of their plans only what is of the mapping and the destination is used. */
  readonly others: readonly { readonly id: number; readonly name: string; readonly plan: Plan }[]
}

/** What is made of records that were read, and how it is packed. */
export type Making = Pick<Plan, 'map' | 'addressFault' | 'isMapped' | 'lines' | 'output'>
