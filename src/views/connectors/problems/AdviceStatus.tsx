import { useSelector } from '@xstate/react'

import { type AdviceActor, selectLiveVersion, selectStage } from '#src/machines/connectors/problems/advice.machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

type AdviceStatusProps = {
  readonly actor: AdviceActor
  /** Where the mapping of the field is changed. */
  readonly mappingHref: string
  /** Where the draft is previewed and deployed. */
  readonly reviewHref: string
  readonly retryHref: string
  /** Records that a retry would send. */
  readonly count: string
}

/** What comes next for advice: change the mapping, then preview and deploy the draft, then retry. */
export function AdviceStatus({ actor, mappingHref, reviewHref, retryHref, count }: AdviceStatusProps) {
  const stage = useSelector(actor, selectStage)
  const liveVersion = useSelector(actor, selectLiveVersion)
  if (stage === 'proposed') return <PlainLink href={mappingHref}>{messages.fixMapping}</PlainLink>
  if (stage === 'drafted')
    return (
      <>
        <span role="status">{messages.drafted}</span>
        <PlainLink href={reviewHref}>{messages.previewDraft}</PlainLink>
      </>
    )
  return (
    <>
      <span role="status">{messages.deployed(number(liveVersion ?? 0))}</span>
      <PlainLink href={retryHref}>{messages.retry(count)}</PlainLink>
    </>
  )
}
