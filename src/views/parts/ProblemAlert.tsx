import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Problem } from '../../../contract/problem.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { problemWords as words } from '../../words/problem.ts'
import { ForeignWords } from './ForeignWords.tsx'
import { Sentence } from './Sentence.tsx'

type ProblemAlertProps = {
  readonly problem: Problem
  /** What a person can do about it: Retry, Dismiss. */
  readonly children?: ReactNode
}

/** What went wrong: first what the other side said, then what we think, then what can be done. */
export function ProblemAlert({ problem, children }: ProblemAlertProps) {
  const { answer, title, message, errors = [], allowed, requestId, status } = problem
  return (
    <Alert role="alert">
      {answer === undefined ? null : <ForeignWords answer={answer} />}
      <Title>{title}</Title>
      <p>{message}</p>
      {errors.length === 0 ? null : (
        <Faults>
          {errors.map((fault) => (
            <li key={`${fault.path} ${fault.message}`}>
              <code>{fault.path}</code> {fault.message}
            </li>
          ))}
        </Faults>
      )}
      {allowed === undefined ? null : <p>{words.possibleNow(allowed)}</p>}
      {requestId === undefined || status < 500 ? null : (
        <Request>
          <Sentence of={words.request} parts={{ id: <code>{requestId}</code> }} />
        </Request>
      )}
      {children === undefined ? null : <Actions>{children}</Actions>}
    </Alert>
  )
}

const Alert = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['danger.border']};
  border-radius: ${radius.card};
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
  overflow-wrap: anywhere;
`

const Title = styled.strong`
  font: ${font.strong};
`

const Faults = styled.ul`
  display: grid;
  gap: ${space[4]};
  padding-left: ${space[16]};
  list-style: disc;
`

const Request = styled.p`
  font: ${font.dense};
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
