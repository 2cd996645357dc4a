import { useSelector } from '@xstate/react'

import type { StudioActor } from '../../machines/studio/studio.machine.ts'
import { selectReading, selectStage } from '../../machines/studio/studio.selectors.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { studioMessages as messages } from './studio.messages.ts'

/** How many transactions the time that is chosen holds, as far as that is known. */
export function TransactionNote({ actor, id }: { readonly actor: StudioActor; readonly id: string }) {
  const stage = useSelector(actor, selectStage)
  const reading = useSelector(actor, selectReading)
  if (stage === 'counting') return <span id={id}>{messages.counting}</span>
  if (reading === null) return <span id={id}>{messages.notCounted}</span>
  const { total } = reading.records
  const parts = { at: <Moment at={reading.statistic.lastRecordAt} />, read: <Moment at={reading.readAt} /> }
  return (
    <span id={id}>
      <Sentence of={total === 0 ? messages.none : messages.count(total)} parts={parts} />
    </span>
  )
}
