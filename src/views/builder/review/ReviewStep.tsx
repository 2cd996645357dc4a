import { useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import type { MappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { selectStage } from '#src/machines/builder/draft/builder.selectors.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { isTriedUnasked, orderOf } from '#src/machines/builder/review/order.ts'
import { emptyTargets } from '#src/machines/builder/review/required.ts'
import { selectIsLive } from '#src/machines/builder/review/review.selectors.ts'
import type { TrialActor } from '#src/machines/builder/review/trial.machine.ts'
import { selectPage } from '#src/machines/kit/list.selectors.ts'
import { hasDeployOrder } from '#src/services/builder/deploy-order.ts'
import { liveReviewMachine, liveTrialMachine, savedRulesMachine } from '#src/services/builder/review.actors.ts'
import { movesOf } from '#src/services/connectors/triggers/watch-moves.ts'
import { saveTable } from '#src/services/kit/table-file.service.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { CardTitle, Stack } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-context-of.ts'
import { pathOf, type StepProps } from '../draft/builder-step.ts'
import { ReviewPage } from './ReviewPage.tsx'
import { reviewMessages as messages } from './review.messages.ts'
import { Summary } from './Summary.tsx'
import { TrialCard } from './TrialCard.tsx'
import { tableOfTrial } from './trial-table.ts'
import { UnsavedCard } from './UnsavedCard.tsx'
import { WhatHappens } from './WhatHappens.tsx'

const none: readonly MappingRule[] = []

export function ReviewStep({ actor, draft, place }: StepProps) {
  const access = useAccess()
  const isSaved = useSelector(actor, (snapshot) => selectStage(snapshot) === 'saved')
  const hrefOf = (step: Step) => pathOf(place.flow, step, draft.connectorId)
  const namesRules = draft.config.dataMapping.some(({ ruleId }) => ruleId !== undefined)
  const saved = useMachine(() => savedRulesMachine(access, namesRules), [access, namesRules], { query: {} })
  const rules = useSelector(saved, (snapshot) => (selectPage(snapshot)?.items ?? none) as readonly MappingRule[])
  return isSaved ? (
    <Reviewing key={draft.revision} draft={draft} hrefOf={hrefOf} rules={rules} />
  ) : (
    <>
      <Summary draft={draft} hrefOf={hrefOf} rules={rules} />
      <UnsavedCard />
    </>
  )
}

/** Loaded with the first thing that is live. */
const HookMount = lazy(async () => ({ default: (await import('../../connectors/triggers/HookMount.tsx')).HookMount }))
const Changes = lazy(async () => ({ default: (await import('./ChangesMount.tsx')).ChangesMount }))
const FirstRun = lazy(async () => ({ default: (await import('./FirstRunMount.tsx')).FirstRun }))

function Lead({ draft, trial }: { readonly draft: Draft; readonly trial: TrialActor }) {
  const result = useContextOf(trial, 'response')
  return (
    <Stack as="section" aria-label={messages.title}>
      <CardTitle>{messages.title}</CardTitle>
      <WhatHappens draft={draft} trial={result} />
    </Stack>
  )
}

type ReviewingProps = {
  readonly draft: Draft
  readonly hrefOf: (step: Step) => string
  readonly rules: readonly MappingRule[]
}

function Reviewing({ draft, hrefOf, rules }: ReviewingProps) {
  const access = useAccess()
  const review = useMachine(() => liveReviewMachine(access), [access], draft)
  const trial = useMachine(
    () =>
      liveTrialMachine(access, `${draft.connectorId} ${draft.revision.toString()}`, isTriedUnasked(draft) && !hasDeployOrder()),
    [access, draft],
    orderOf(draft),
  )
  const watchLive = useMemo(() => movesOf(review, selectIsLive), [review])
  return (
    <ReviewPage
      actor={review}
      trigger={draft.config.trigger.type}
      detailsHref={`/details/${draft.connectorId}`}
      hrefOf={hrefOf}
      lead={<Lead draft={draft} trial={trial} />}
      changes={
        draft.liveVersion === null ? null : (
          <Suspense fallback={null}>
            <Changes connectorId={draft.connectorId} version={draft.liveVersion} config={draft.config} />
          </Suspense>
        )
      }
      firstRun={
        <Suspense fallback={null}>
          <FirstRun connectorId={draft.connectorId} review={review} />
        </Suspense>
      }
      summary={<Summary draft={draft} hrefOf={hrefOf} rules={rules} />}
      trial={
        <TrialCard
          actor={trial}
          hrefOf={hrefOf}
          empty={emptyTargets(draft)}
          onSave={(records) => saveTable(messages.csvOf(records.length), tableOfTrial(records))}
        />
      }
      hook={
        draft.config.trigger.type === 'webhook' ? (
          <Suspense fallback={null}>
            <HookMount connectorId={draft.connectorId} example={draft.shapes.source?.examples[0]} watchMoves={watchLive} />
          </Suspense>
        ) : null
      }
    />
  )
}
