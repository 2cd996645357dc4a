import { useSelector } from '@xstate/react'
import { Pause, Play, Rocket, StepForward, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'
import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import type { ConnectorStatus } from '#contract/connectors/details/connector.ts'
import type { Health } from '#contract/connectors/details/health.ts'
import type { DeploymentActor } from '#src/machines/connectors/deployments/deployment.machine.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import {
  selectCanDeploy,
  selectCanPause,
  selectCanRemove,
  selectCanResume,
  selectCanRun,
  selectConnector,
  selectDeployment,
  selectIsBusy,
  selectProblem,
  selectStage,
  selectStaleSince,
} from '#src/machines/connectors/details/connector.selectors.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { age } from '../../kit/format/spans.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useNow } from '../../kit/text/use-now.ts'
import { connectorMessages } from './connector.messages.ts'
import { connectorStatusMessages } from './connector-status.messages.ts'
import { blockedMessages, stageMessages } from './connector-status.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { pillOfHealth } from './health-pill.ts'
import { statusMessages } from './status-pills.ts'

type ConnectorPanelProps = {
  readonly actor: ConnectorActor
  /** Draws the deployment that is under way. */
  readonly drawDeployment: (actor: DeploymentActor) => ReactNode
  /** A run is under way, as far as the page knows. */
  readonly isRunOpen?: boolean
  /** Events of its hook that are not on their way yet, when the page was read. */
  readonly heldEvents?: number | undefined
  /** Events start its runs: there is nothing that a person could start. */
  readonly isHook?: boolean
  /** How well it works, and why its newest deployment failed, when the page was read. */
  readonly health?: Health | undefined
  readonly failedDeployment?: FailedDeployment | null
}

const messages = connectorMessages.panel

/** What happens next then names the events that are held, and is watched. */
const saysHeld: readonly ConnectorStatus[] = ['Active', 'Pause']

/** One connector: where it stands, since when, why, what happens next, and what can be done about it. */
export function ConnectorPanel(props: ConnectorPanelProps) {
  const { actor, drawDeployment, isRunOpen = false, heldEvents = 0, isHook = false, health, failedDeployment = null } = props
  const stage = useSelector(actor, selectStage)
  const connector = useSelector(actor, selectConnector)
  const deployment = useSelector(actor, selectDeployment)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const staleSince = useSelector(actor, selectStaleSince)
  const { look, word } = stageMessages[stage] ?? statusMessages[connector.status]

  return (
    <Panel aria-label={connector.name} aria-busy={isBusy}>
      <StatusBlock $isWhole={deployment === undefined}>
        <p role="status">
          <StatusPill look={look} word={word} />
        </p>
        {staleSince === null ? null : <Age readAt={staleSince} />}
        {isBusy ? null : (
          <Facts>
            {health === undefined ? null : (
              <>
                <dt>{messages.health}</dt>
                <dd>
                  <StatusPill {...pillOfHealth(health.level)} /> <TextWithTimestamps text={health.reason} />
                </dd>
              </>
            )}
            {failedDeployment === null ? null : <Failure of={failedDeployment} connectorId={connector._id} />}
            <dt>{messages.since}</dt>
            <dd>
              <Moment at={connector.statusSince} />
            </dd>
            <dt>{messages.why}</dt>
            <dd>
              <TextWithTimestamps text={connector.statusReason} />
            </dd>
            <dt>{messages.next}</dt>
            <dd>
              <TextWithTimestamps text={connector.statusNext} />
            </dd>
            {heldEvents === 0 || saysHeld.includes(connector.status) ? null : (
              <>
                <dt>{messages.held}</dt>
                <dd>{connectorMessages.heldEvents(heldEvents)}</dd>
              </>
            )}
          </Facts>
        )}
      </StatusBlock>
      {deployment === undefined ? null : drawDeployment(deployment)}
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          <Button onPress={() => actor.send({ type: 'user.dismissed' })}>{messages.dismiss}</Button>
        </ProblemAlert>
      )}
      <ConnectorButtons actor={actor} isRunOpen={isRunOpen} isHook={isHook} />
      {stage === 'confirming' ? <DeleteDialog actor={actor} isRunOpen={isRunOpen} /> : null}
    </Panel>
  )
}

/** Why the newest deployment failed, and where that is mended. */
function Failure({ of: { message, fields }, connectorId }: { readonly of: FailedDeployment; readonly connectorId: string }) {
  return (
    <>
      <dt>{messages.failedDeployment}</dt>
      <dd>
        <TextWithTimestamps text={message} />
        {fields
          .filter((field) => !message.includes(field.message))
          .map((field) => (
            <Fragment key={field.path}> {connectorStatusMessages.failedField(field.path, field.message)}</Fragment>
          ))}{' '}
        <Link href={`/edit-integration/${connectorId}`}>{messages.correct}</Link>
      </dd>
    </>
  )
}

/** Beside the status and not in it: nobody wants every second read out. */
function Age({ readAt }: { readonly readAt: string }) {
  return <Old>{messages.age(age(useNow() - Date.parse(readAt)))}</Old>
}

/** Every button is always there; one that cannot be pressed now says why. */
type ButtonsProps = { readonly actor: ConnectorActor; readonly isRunOpen: boolean; readonly isHook: boolean }

function ConnectorButtons({ actor, isRunOpen, isHook }: ButtonsProps) {
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const canDeploy = useSelector(actor, selectCanDeploy)
  const canRun = useSelector(actor, selectCanRun) && !isRunOpen
  const canPause = useSelector(actor, selectCanPause)
  const canResume = useSelector(actor, selectCanResume)
  const canRemove = useSelector(actor, selectCanRemove)
  const isPaused = stage === 'paused' || stage === 'resuming'

  return (
    <>
      <Row>
        {isHook ? null : (
          <Button
            kind={canRun ? 'primary' : 'secondary'}
            isBlocked={!canRun}
            why={why}
            onPress={() => actor.send({ type: 'user.ran' })}
          >
            <StepForward aria-hidden="true" />
            {messages.run}
          </Button>
        )}
        {isPaused ? (
          <Button kind="primary" isBlocked={!canResume} why={why} onPress={() => actor.send({ type: 'user.resumed' })}>
            <Play aria-hidden="true" />
            {messages.resume}
          </Button>
        ) : (
          <Button isBlocked={!canPause} why={why} onPress={() => actor.send({ type: 'user.paused' })}>
            <Pause aria-hidden="true" />
            {messages.pause}
          </Button>
        )}
        <Button
          kind={canRun || canResume ? 'secondary' : 'primary'}
          isBlocked={!canDeploy}
          why={why}
          onPress={() => actor.send({ type: 'user.deployed' })}
        >
          <Rocket aria-hidden="true" />
          {messages.deploy}
        </Button>
        <Button kind="quiet" isBlocked={!canRemove} why={why} onPress={() => actor.send({ type: 'user.removed' })}>
          <Trash2 aria-hidden="true" />
          {messages.remove}
        </Button>
      </Row>
      <Why id={why}>{stage === 'active' && isRunOpen ? connectorMessages.blocked.runUnderWay : blockedMessages[stage]}</Why>
    </>
  )
}

const Panel = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

/** As high as its five lines, so that a short wait moves nothing. */
const StatusBlock = styled.div<{ readonly $isWhole: boolean }>`
  display: grid;
  align-content: start;
  min-height: ${({ $isWhole }) => ($isWhole ? '7.625rem' : 0)};
  gap: ${space[8]};
`

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: ${space[4]} ${space[12]};

  & > dt {
    color: ${color['text.muted']};
  }
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
