/** The steps of building a connector and their addresses. `core-platform.md` section 2. */
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'

export type { Step }

/** A new connector, or one that has a page of its own already: the same steps under other addresses. */
export type Flow = 'start' | 'edit'

export type StepPlace = {
  readonly flow: Flow
  readonly step: Step
  /** Null before the connector is made. */
  readonly connectorId: string | null
  /** The enrichment that the enrichment step is about; null on the list of them. */
  readonly enrichmentId: string | null
}

/** What every step is given. Where it writes, it sends `user.changed` to the actor. */
export type StepProps = {
  readonly actor: BuilderActor
  readonly draft: Draft
  readonly place: StepPlace
  /** Leads to another step; to one enrichment by its id. */
  readonly go: (step: Step, enrichmentId?: string) => void
}

const segmentOf: Readonly<Record<Step, string>> = {
  profile: 'integration-profile',
  source: 'source-configuration',
  destination: 'destination-configuration',
  enrichment: 'enrichment-configuration',
  mapping: 'data-mapping',
  review: 'review',
}
const stepOf = new Map(steps.map((step) => [segmentOf[step], step]))

/** The step at an address's path, as the browser writes it; null where there is none. */
export function stepAt(pathname: string): StepPlace | null {
  const [first = '', ...rest] = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  if (first === 'data-mapping' && rest[0] !== undefined) return placeOf('edit', 'mapping', rest[0])
  if (first === 'integration' && rest[0] !== undefined) return placeOf('edit', 'review', rest[0])
  if (first === 'start-integration') {
    const [id = '', segment, , enrichmentId] = rest
    if (id === segmentOf.profile) return placeOf('start', 'profile', null)
    const step = segment === undefined ? 'profile' : stepOf.get(segment)
    return step === undefined ? null : placeOf('start', step, id, enrichmentId)
  }
  if (first === 'edit-integration') {
    const [segment = '', id, enrichmentId] = rest
    if (id === undefined) return placeOf('edit', 'review', segment)
    const step = stepOf.get(segment)
    return step === undefined ? null : placeOf('edit', step, id, enrichmentId)
  }
  return null
}

/** What a person wrote into the address by hand may be no encoded text: then it is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const placeOf = (flow: Flow, step: Step, connectorId: string | null, enrichmentId: string | null = null): StepPlace => ({
  flow,
  step,
  connectorId,
  enrichmentId,
})

/** The address of a step. The specification names a title before the id of an enrichment: it is for the reader alone. */
export function pathOf(flow: Flow, step: Step, connectorId: string, lookupId?: string): string {
  const enrichmentId = lookupId === undefined ? undefined : encodeURIComponent(lookupId)
  if (flow === 'edit') {
    if (step === 'review') return `/edit-integration/${connectorId}`
    return `/edit-integration/${[segmentOf[step], connectorId, enrichmentId].filter((part) => part !== undefined).join('/')}`
  }
  if (step === 'profile') return `/start-integration/${connectorId}`
  const base = `/start-integration/${connectorId}/${segmentOf[step]}`
  return enrichmentId === undefined ? base : `${base}/lookup/${enrichmentId}`
}
