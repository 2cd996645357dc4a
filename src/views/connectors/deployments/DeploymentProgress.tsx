import { useSelector } from '@xstate/react'
import { Check, Circle, CircleDot, X } from 'lucide-react'
import styled from 'styled-components'
import { deploymentProgress, deploymentStates } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { DeploymentActor } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { type DeploymentStage, selectQuestion, selectStage } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { ProgressBar } from '../../kit/feedback/progress-bar.ts'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { connectorMessages } from '../details/connector.messages.ts'
import { ReadingQuestion } from './ReadingQuestion.tsx'

const steps = deploymentStates.filter((state) => state !== 'failed')

const messages = connectorMessages.deployment

/** What the console itself is doing about it. */
const asking = {
  opening: null,
  asking: messages.asking,
  choosing: null,
  waiting: null,
  checking: messages.checking,
  reading: messages.reading,
  ended: null,
} as const satisfies Record<DeploymentStage, string | null>

/** One deployment from the press to its end, step by step as the server reports it. */
export function DeploymentProgress({ actor }: { readonly actor: DeploymentActor }) {
  const stage = useSelector(actor, selectStage)
  const deployment = useContextOf(actor, 'deployment')
  const question = useSelector(actor, selectQuestion)
  const progress = deployment?.progress ?? 0
  const activity = asking[stage]

  return (
    <Frame role="group" aria-label={messages.name}>
      <Line>
        <p>{deployment?.message ?? messages.notBegun}</p>
        <Aside>{activity === null ? null : <Ring label={activity} />}</Aside>
      </Line>
      {question === undefined ? null : <ReadingQuestion actor={question} />}
      <ProgressBar max={100} value={progress} aria-label={messages.progress}>
        {messages.percent(number(progress))}
      </ProgressBar>
      <Steps>
        {steps.map((step) => {
          const mark = markOf(step, progress, deployment?.status)
          const Icon = marks[mark]
          return (
            <Step key={step} $mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
              <Icon aria-hidden="true" />
              {messages.steps[step]}
              <Unseen> {messages.marks[mark]}</Unseen>
            </Step>
          )
        })}
      </Steps>
    </Frame>
  )
}

const marks = {
  done: Check,
  now: CircleDot,
  broken: X,
  ahead: Circle,
} as const

type Mark = keyof typeof marks

function markOf(step: (typeof steps)[number], progress: number, status: string | undefined): Mark {
  if (status === undefined) return 'ahead'
  if (status === 'live' || deploymentProgress[step] < progress) return 'done'
  if (deploymentProgress[step] > progress) return 'ahead'
  return status === 'failed' ? 'broken' : 'now'
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
`

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[8]};
`

const Aside = styled.span`
  width: 1rem;
  color: ${color['text.subtle']};
`

const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  font: ${font.dense};
`

const tints = {
  done: color['success.text'],
  now: color['pending.text'],
  broken: color['danger.text'],
  ahead: color['text.muted'],
} as const satisfies Record<Mark, string>

const Step = styled.li<{ readonly $mark: Mark }>`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  color: ${({ $mark }) => tints[$mark]};

  & > svg {
    width: 0.875rem;
    height: 0.875rem;
  }
`

const Unseen = styled.span`
  ${unseen}
`
