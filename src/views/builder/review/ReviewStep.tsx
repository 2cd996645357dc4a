import { useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import styled from 'styled-components'
import type { MappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { selectStage } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { isTriedUnasked, orderOf } from '#src/machines/builder/review/order.ts'
import { emptyTargets } from '#src/machines/builder/review/required.ts'
import type { ReviewActor } from '#src/machines/builder/review/review.machine.ts'
import { selectDryRunStart, selectIsLive } from '#src/machines/builder/review/review.machine.ts'
import type { TrialActor } from '#src/machines/builder/review/trial.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { liveReviewMachine, liveTrialMachine, savedRulesMachine } from '#src/services/builder/review.actors.ts'
import { movesOf } from '#src/services/connectors/triggers/watch-moves.ts'
import { saveTable } from '#src/services/kit/table-file.service.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Card, CardTitle, Stack } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { pathOf, type StepProps } from '../draft/builder-step.ts'
import { ReviewPage } from './ReviewPage.tsx'
import { reviewMessages as messages } from './review.messages.ts'
import { Summary } from './Summary.tsx'
import { TrialCard } from './TrialCard.tsx'
import { namedDestinations, tableOfTrial } from './trial-table.ts'
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

type LeadProps = {
  readonly draft: Draft
  readonly review: ReviewActor
  readonly trial: TrialActor
  readonly hrefOf: (step: Step) => string
}

/** What the draft will do; of what is live, first that it is. */
function Lead({ draft, review, trial, hrefOf }: LeadProps) {
  const result = useContextOf(trial, 'response')
  const isTrying = useIsBusy(trial)
  const live = useContextOf(review, 'live')
  return (
    <Stack as="section" aria-label={messages.title}>
      {live === null ? <CardTitle>{messages.title}</CardTitle> : <LiveTitle>{messages.isLive(live.version)}</LiveTitle>}
      <WhatHappens draft={draft} trial={result} isTrying={isTrying} isLive={live !== null} mappingHref={hrefOf('mapping')} />
    </Stack>
  )
}

const LiveTitle = styled(CardTitle)`
  font: ${font.title};

  &::before {
    content: '✓';
    margin-right: ${space[8]};
    color: ${color['success.text']};
  }
`

/** What differs from the live version; nothing where it is live already. */
function Differences({ draft, review }: Pick<LeadProps, 'draft' | 'review'>) {
  const live = useContextOf(review, 'live')
  const dryRunStart = useSelector(review, selectDryRunStart)
  if (draft.liveVersion === null || live !== null || dryRunStart === 'unknown') return null
  return (
    <Suspense fallback={null}>
      <Changes connectorId={draft.connectorId} version={draft.liveVersion} config={draft.config} />
    </Suspense>
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
    () => liveTrialMachine(access, draft, isTriedUnasked(draft) ? review : null),
    [access, draft, review],
    orderOf(draft),
  )
  const watchLive = useMemo(() => movesOf(review, selectIsLive), [review])
  return (
    <ReviewPage
      actor={review}
      trigger={draft.config.trigger.type}
      detailsHref={`/details/${draft.connectorId}`}
      hrefOf={hrefOf}
      lead={<Lead draft={draft} review={review} trial={trial} hrefOf={hrefOf} />}
      changes={<Differences draft={draft} review={review} />}
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
          onSave={(records) => saveTable(messages.csvOf(records.length), tableOfTrial(records, namedDestinations(draft.config)))}
        />
      }
      hook={
        draft.config.trigger.type === 'webhook' ? (
          <Suspense fallback={null}>
            <HookMount
              connectorId={draft.connectorId}
              settings={draft.config.trigger.hook}
              example={draft.shapes.source?.examples[0]}
              watchMoves={watchLive}
            />
          </Suspense>
        ) : null
      }
    />
  )
}

/** What is not saved can be neither checked nor deployed. */
function UnsavedCard() {
  return (
    <Card aria-label={messages.deploy}>
      <CardTitle>{messages.deploy}</CardTitle>
      <p role="status">{messages.unsaved}</p>
    </Card>
  )
}
