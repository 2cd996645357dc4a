import { Children, Fragment, type ReactNode } from 'react'
import styled from 'styled-components'

import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import type { AbsentPath, FailedRuns } from '#contract/connectors/problems/problem-group.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { LearnMore } from '../../kit/text/LearnMore.tsx'
import { Moment, MomentSpan } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { textWithTimes } from '../../kit/text/TextWithTimestamps.tsx'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

type RunsProps = { readonly of: FailedRuns | AbsentPath; readonly count: string; readonly hrefOf: (runId: string) => string }

/** What runs have in common: that they failed for one cause, or met no record with a path. */
export function GroupOfRuns({ of: { code, message, firstAt, lastAt, runId }, count, hrefOf }: RunsProps) {
  const run = (
    <PlainLink href={hrefOf(runId)}>
      <code>{runId.slice(0, 8)}</code>
    </PlainLink>
  )
  return (
    <Line title={message === '' ? messages.noMessage : message}>
      <span>{count}</span>
      <span>
        <MomentSpan first={firstAt} last={lastAt} />
      </span>
      <span>
        <Sentence of={messages.newestRun} parts={{ run }} />
      </span>
      {code === '' ? null : <LearnMore code={code} />}
    </Line>
  )
}

type DeploymentProps = { readonly of: FailedDeployment; readonly href: string }

export function FailedDeploymentLine({ of: { at, message, fields }, href }: DeploymentProps) {
  return (
    <Line title={textWithTimes(message)}>
      <span>
        <Sentence of={messages.deploymentAt} parts={{ at: <Moment at={at} /> }} />
      </span>
      {fields.map((field) => (
        <span key={`${field.path} ${field.message}`}>{connectorStatusMessages.failedField(field.path, field.message)}</span>
      ))}
      <PlainLink href={href}>{connectorStatusMessages.review}</PlainLink>
    </Line>
  )
}

function Line({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Frame>
      <h2>
        <StatusDot look="bad">
          <span>{title}</span>
        </StatusDot>
      </h2>
      <p>
        {Children.toArray(children).map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a line keep their places.
          <Fragment key={at}>
            {at === 0 ? null : <span aria-hidden="true">{separator}</span>}
            {fact}
          </Fragment>
        ))}
      </p>
    </Frame>
  )
}

/** Ends a line and never begins one. */
const separator = '\u00a0· '

const Frame = styled.article`
  padding: ${space[8]} ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  & > h2 > span > span {
    color: ${color['text.default']};
    font: ${font.section};
    white-space: normal;
  }

  & > p {
    padding-left: 15px;
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`
