import { useSelector } from '@xstate/react'
import { type ReactNode, use, useId } from 'react'
import { createPortal } from 'react-dom'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'
import type { ReviewActor } from '#src/machines/builder/review/review.machine.ts'
import {
  selectDeployment,
  selectHindrance,
  selectIsHeld,
  selectIsLive,
  selectStage,
} from '#src/machines/builder/review/review.machine.ts'
import { DeploymentProgress } from '../../connectors/deployments/DeploymentProgress.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { builderMessages } from '../draft/builder.messages.ts'
import { FooterSlot } from '../draft/footer-slot.ts'
import { sentenceOf } from '../draft/missing-text.ts'
import { reviewMessages as messages } from './review.messages.ts'

type Trigger = ConnectorConfig['trigger']['type']
type DeployCardProps = {
  readonly actor: ReviewActor
  readonly trigger: Trigger
  readonly detailsHref: string
  readonly hrefOf: (step: Step) => string
  /** The run of what is live now. */
  readonly firstRun?: ReactNode
}

/** The deployment from the press to its end, and what comes after it. */
export function DeployCard({ actor, trigger, detailsHref, hrefOf, firstRun = null }: DeployCardProps) {
  const slot = use(FooterSlot)
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const isLive = useSelector(actor, selectIsLive)
  const problem = useContextOf(actor, 'problem')
  const hindrance = useSelector(actor, selectHindrance)
  const canDeploy = useCan(actor, { type: 'user.deployed' })
  const deployment = useSelector(actor, selectDeployment)
  const isHeld = useSelector(actor, selectIsHeld)
  const isDeploying = stage === 'deploying'
  if (isLive)
    return (
      <>
        <Live actor={actor} trigger={trigger} detailsHref={detailsHref} />
        {firstRun}
      </>
    )
  const press = (
    <Button kind="primary" isBlocked={!canDeploy} why={why} onPress={() => actor.send({ type: 'user.deployed' })}>
      {isDeploying ? <Ring /> : null}
      {isDeploying ? messages.deploying : messages.deploy}
    </Button>
  )
  // Where the footer has the button and nothing is to be said, there is no card.
  if (slot !== null && hindrance === null && problem === null && !isDeploying && !isHeld) return createPortal(press, slot)
  return (
    <Card aria-label={messages.deploy} aria-busy={isDeploying}>
      <CardTitle>{messages.deploy}</CardTitle>
      <Hint>{messages.deployWhat}</Hint>
      {problem === null || stage !== 'reviewed' ? null : (
        <ProblemAlert problem={problem}>
          <PlainLink href={detailsHref}>{messages.see}</PlainLink>
        </ProblemAlert>
      )}
      {isHeld ? <p role="status">{messages.held}</p> : null}
      {/* In reach wherever the page is scrolled to. */}
      {slot === null ? <Row>{press}</Row> : createPortal(press, slot)}
      <Hint id={why}>{hindrance === null ? null : messages.hindrances[hindrance]}</Hint>
      {hindrance === 'missing' ? <StillMissing actor={actor} hrefOf={hrefOf} /> : null}
      {deployment === undefined ? null : <DeploymentProgress actor={deployment} />}
    </Card>
  )
}

/** What each step still asks for, with the way to it. */
function StillMissing({ actor, hrefOf }: Pick<DeployCardProps, 'actor' | 'hrefOf'>) {
  const missing = useContextOf(actor, 'missing')
  return (
    <ul>
      {steps.flatMap((step) =>
        missing[step].map(sentenceOf).map((sentence) => (
          <li key={sentence}>
            <PlainLink href={hrefOf(step)}>{builderMessages.steps[step]}</PlainLink>: {sentence}
          </li>
        )),
      )}
    </ul>
  )
}

const nextOf = {
  manual: messages.nextManual,
  schedule: messages.nextSchedule,
  webhook: messages.nextWebhook,
} as const satisfies Record<Trigger, string>

function Live({ actor, trigger, detailsHref }: Omit<DeployCardProps, 'hrefOf'>) {
  const slot = use(FooterSlot)
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const canRun = useCan(actor, { type: 'user.ran' })
  const live = useContextOf(actor, 'live')
  const isStarting = stage === 'starting'
  const hasStarted = stage === 'started'
  const isPaused = live?.isPaused === true
  const isRunOffered = !hasStarted && !isPaused && trigger !== 'webhook'
  const presses = (
    <>
      <LinkButton $isQuiet={isRunOffered} href={detailsHref}>
        {messages.open}
      </LinkButton>
      {isRunOffered ? (
        <Button kind="primary" isBlocked={!canRun} onPress={() => actor.send({ type: 'user.ran' })}>
          {isStarting ? <Ring /> : null}
          {isStarting ? messages.starting : messages.run}
        </Button>
      ) : null}
    </>
  )
  const next = isPaused ? messages.paused : `${messages.live} ${nextOf[trigger]}`
  return (
    <Card aria-label={messages.whatNext} aria-busy={isStarting} data-live>
      <CardTitle>{messages.whatNext}</CardTitle>
      <p role="status">{hasStarted ? messages.started : next}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {slot === null ? <Row>{presses}</Row> : createPortal(presses, slot)}
    </Card>
  )
}
