import styled from 'styled-components'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { ShortId } from '../../kit/text/ShortId.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { runMessages } from './run.messages.ts'
import { pillOfRun, reasonOf } from './run-status.ts'
import { Sums } from './Sums.tsx'

const messages = runMessages.newest

/** What a person does so that a connector without runs has one. */
export type FirstStep = 'deploy' | 'run' | 'send'

const nothing = { deploy: messages.noneToDeploy, run: messages.noneToRun, send: messages.noneToSend }

/** The run that was started last, while it runs and after. */
export function NewestRun({ run, firstStep }: { readonly run: Run | null; readonly firstStep: FirstStep }) {
  return (
    <Card aria-label={messages.name}>
      <Title>{messages.title}</Title>
      {run === null ? <p>{nothing[firstStep]}</p> : <RunFacts key={run.runId} run={run} />}
    </Card>
  )
}

function RunFacts({ run }: { readonly run: Run }) {
  return (
    <Facts>
      <Line>
        <StatusPill {...pillOfRun(run)} />
        <span>
          <Sentence
            of={run.endedAt === null ? messages.since : messages.ended}
            parts={{ at: <Moment at={run.endedAt ?? run.statusSince} /> }}
          />
        </span>
        <span>{messages.startedWith(runMessages.started[run.trigger], run.version)}</span>
        <ShortId id={run.runId} of="run" />
      </Line>
      <Reason>
        <TextWithTimestamps text={reasonOf(run)} />
        {run.endedAt === null ? (
          <Next>
            {' '}
            <TextWithTimestamps text={run.statusNext} />
          </Next>
        ) : null}
      </Reason>
      <Sums of={run} isOpen={openRunStates.some((state) => state === run.status)} />
      {run.error === null ? null : <ProblemAlert problem={run.error} />}
    </Facts>
  )
}

const Card = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[12]};
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h2`
  font: ${font.section};
`

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
`

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
`

const Reason = styled.p`
  &:empty {
    display: none;
  }
`

const Next = styled.span`
  color: ${color['text.muted']};
`
