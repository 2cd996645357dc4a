import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Problem } from '../../../contract/problem.ts'
import { font, space } from '../../theme/theme.ts'
import { problemWords as words } from '../../words/problem.ts'
import { AlertBox, AlertTitle } from './alert-box.ts'
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
    <AlertBox>
      {answer === undefined ? null : <ForeignWords answer={answer} />}
      <AlertTitle>{title}</AlertTitle>
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
    </AlertBox>
  )
}

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
