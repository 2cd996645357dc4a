import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../../inspection.ts'
import { selectStage } from '../../machines/builder/builder.selectors.ts'
import type { Draft } from '../../machines/builder/draft.ts'
import type { Step } from '../../machines/builder/steps.ts'
import { orderOf } from '../../machines/trial/order.ts'
import type { Access } from '../../services/http.ts'
import { ReviewPage } from '../../views/review/ReviewPage.tsx'
import { Summary } from '../../views/review/Summary.tsx'
import { TrialCard } from '../../views/review/TrialCard.tsx'
import { UnsavedCard } from '../../views/review/UnsavedCard.tsx'
import { liveReviewMachine, liveTrialMachine } from '../../wiring/review.ts'
import { HookDoor } from '../HookDoor.tsx'
import { pathOf, type StepProps } from './step.ts'

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
          <HookDoor access={access} connectorId={draft.connectorId} example={draft.shapes.source?.examples[0]} />
        ) : null
      }
    />
  )
}
