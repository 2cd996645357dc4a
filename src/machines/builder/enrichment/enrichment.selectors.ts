import type { EnrichmentEvent, EnrichmentSnapshot } from './enrichment.machine.ts'

export const selectWritten = (snapshot: EnrichmentSnapshot) => snapshot.context.written
export const selectRecordAt = (snapshot: EnrichmentSnapshot) => snapshot.context.recordAt
/** Whether what stands in the form stands in the draft. */
export const selectIsComplete = (snapshot: EnrichmentSnapshot) => snapshot.matches('complete')

const selectCan = (event: EnrichmentEvent) => (snapshot: EnrichmentSnapshot) => snapshot.can(event)

export const selectCanAddParameter = selectCan({ type: 'user.addedParameter' })
export const selectCanRemoveParameter = selectCan({ type: 'user.removedParameter', at: 0 })
export const selectCanRestoreParameter = selectCan({ type: 'user.restoredParameter' })
