import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { selectStage } from '#src/machines/builder/draft/builder.selectors.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { orderOf } from '#src/machines/builder/review/order.ts'
import { liveReviewMachine, liveTrialMachine } from '#src/services/builder/review.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { HookMount } from '../../connectors/triggers/HookMount.tsx'
import { pathOf, type StepProps } from '../draft/builder-step.ts'
import { ReviewPage } from './ReviewPage.tsx'
import { Summary } from './Summary.tsx'
import { TrialCard } from './TrialCard.tsx'
import { UnsavedCard } from './UnsavedCard.tsx'

export function ReviewStep({ access, actor, draft, place }: StepProps) {
  const isSaved = useSelector(actor, (snapshot) => selectStage(snapshot) === 'saved')
  const hrefOf = (step: Step) => pathOf(place.flow, step, draft.connectorId)
  return isSaved ? (
    <Reviewing key={draft.revision} access={access} draft={draft} hrefOf={hrefOf} />
  ) : (
    <>
      <Summary draft={draft} hrefOf={hrefOf} />
      <UnsavedCard />
    </>
  )
}

type ReviewingProps = { readonly access: Access; readonly draft: Draft; readonly hrefOf: (step: Step) => string }

function Reviewing({ access, draft, hrefOf }: ReviewingProps) {
  const reviewMachine = useMemo(() => liveReviewMachine(access), [access])
  const trialMachine = useMemo(() => liveTrialMachine(access), [access])
  const review = useActorRef(reviewMachine, { input: draft, inspect })
  const trial = useActorRef(trialMachine, { input: orderOf(draft), inspect })
  return (
    <ReviewPage
      actor={review}
      trigger={draft.config.trigger.type}
      detailsHref={`/details/${draft.connectorId}`}
      hrefOf={hrefOf}
      summary={<Summary draft={draft} hrefOf={hrefOf} />}
      trial={<TrialCard actor={trial} hrefOf={hrefOf} />}
      hook={
        draft.config.trigger.type === 'webhook' ? (
          <HookMount access={access} connectorId={draft.connectorId} example={draft.shapes.source?.examples[0]} />
        ) : null
      }
    />
  )
}
