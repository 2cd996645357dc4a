import { useSelector } from '@xstate/react'
import { useId } from 'react'

import type { ConnectorConfig } from '../../../contract/config.ts'
import type { ReviewActor } from '../../machines/review/review.machine.ts'
import {
  selectCanDeploy,
  selectCanRun,
  selectDeployment,
  selectHindrance,
  selectIsLive,
  selectProblem,
  selectStage,
} from '../../machines/review/review.selectors.ts'
import { reviewWords as words } from '../../words/review.ts'
import { DeploymentProgress } from '../connector/DeploymentProgress.tsx'
import { Button } from '../parts/Button.tsx'
import { Card, CardTitle, Hint, Row } from '../parts/blocks.ts'
import { Go } from '../parts/Go.tsx'
import { GoButton } from '../parts/GoButton.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Ring } from '../parts/Spinner.tsx'

type Trigger = ConnectorConfig['trigger']['type']
type DeployCardProps = { readonly actor: ReviewActor; readonly trigger: Trigger; readonly detailsHref: string }

/** The deployment from the press to its end, and what comes after it. */
export function DeployCard({ actor, trigger, detailsHref }: DeployCardProps) {
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const isLive = useSelector(actor, selectIsLive)
  const problem = useSelector(actor, selectProblem)
  const hindrance = useSelector(actor, selectHindrance)
  const canDeploy = useSelector(actor, selectCanDeploy)
  const deployment = useSelector(actor, selectDeployment)
  const isDeploying = stage === 'deploying'
  if (isLive) return <Live actor={actor} trigger={trigger} detailsHref={detailsHref} />
  return (
    <Card aria-label={words.deploy} aria-busy={isDeploying}>
      <CardTitle>{words.deploy}</CardTitle>
      <Hint>{words.deployWhat}</Hint>
      {problem === null || stage !== 'reviewed' ? null : (
        <ProblemAlert problem={problem}>
          <Go href={detailsHref}>{words.see}</Go>
        </ProblemAlert>
      )}
      <Row>
        <Button kind="primary" isBlocked={!canDeploy} why={why} onPress={() => actor.send({ type: 'user.deployed' })}>
          {isDeploying ? <Ring /> : null}
          {isDeploying ? words.deploying : words.deploy}
        </Button>
      </Row>
      <Hint id={why}>{hindrance === null ? null : words.hindrances[hindrance]}</Hint>
      {deployment === undefined ? null : <DeploymentProgress actor={deployment} />}
    </Card>
  )
}

const nextOf = {
  manual: words.nextManual,
  schedule: words.nextSchedule,
  webhook: words.nextWebhook,
} as const satisfies Record<Trigger, string>

function Live({ actor, trigger, detailsHref }: DeployCardProps) {
  const stage = useSelector(actor, selectStage)
  const problem = useSelector(actor, selectProblem)
  const canRun = useSelector(actor, selectCanRun)
  const isStarting = stage === 'starting'
  const hasStarted = stage === 'started'
  return (
    <Card aria-label={words.deploy} aria-busy={isStarting}>
      <CardTitle>{words.deploy}</CardTitle>
      <p role="status">{hasStarted ? words.started : `${words.live} ${nextOf[trigger]}`}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        {hasStarted || trigger === 'webhook' ? null : (
          <Button kind="primary" isBlocked={!canRun} onPress={() => actor.send({ type: 'user.ran' })}>
            {isStarting ? <Ring /> : null}
            {isStarting ? words.starting : words.run}
          </Button>
        )}
        {hasStarted ? <GoButton href={detailsHref}>{words.watch}</GoButton> : <Go href={detailsHref}>{words.open}</Go>}
      </Row>
    </Card>
  )
}
