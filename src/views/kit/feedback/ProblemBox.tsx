import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Problem } from '#contract/kit/problem.ts'
import { font, space } from '#src/theme/theme.ts'
import { problemMessages as messages } from '../problem.messages.ts'
import { plainName } from '../text/plain-name.ts'
import { Sentence } from '../text/Sentence.tsx'
import { AlertBox, AlertTitle } from './alert-box.ts'

type ProblemBoxProps = {
  readonly problem: Problem
  /** What the other system returned, below what happened. */
  readonly foreign?: ReactNode
  /** How its sentence is drawn; as it is when left out. */
  readonly drawText?: (text: string) => ReactNode
  /** What a person calls a part of the request; a part without a name is not named. */
  readonly nameOf?: (pointer: string) => string
  /** What to do next, before the way to what is known about it. */
  readonly advice?: string | undefined
  /** The way to what is known about it. */
  readonly more?: ReactNode
  /** What a person can do about it: Retry, Dismiss. */
  readonly children?: ReactNode
}

const asItIs = (text: string) => text

/** A problem without the names of a configuration's fields and without foreign answers: what the first page needs. Others take `ProblemAlert`. */
export function ProblemBox({
  problem,
  foreign = null,
  drawText = asItIs,
  nameOf = plainName,
  advice,
  more,
  children,
}: ProblemBoxProps) {
  const { title, message, errors = [], allowed, requestId, status } = problem
  return (
    <AlertBox>
      <AlertTitle>{title}</AlertTitle>
      <p>{drawText(message)}</p>
      {errors.length === 0 ? null : (
        <Faults>
          {errors.map((fault) => (
            <li key={`${fault.path} ${fault.message}`}>
              {named(fault.path, nameOf)} {drawText(fault.message)}
            </li>
          ))}
        </Faults>
      )}
      {foreign}
      {allowed === undefined ? null : <p>{messages.possibleNow(allowed)}</p>}
      {requestId === undefined || status < 500 ? null : (
        <Request>
          <Sentence of={messages.request} parts={{ id: <code>{requestId}</code> }} />
        </Request>
      )}
      {advice === undefined ? null : <p>{advice}</p>}
      {more}
      {children === undefined ? null : <Actions>{children}</Actions>}
    </AlertBox>
  )
}

/** A part that is not one of the request's fields, as `/`, has no name; a place in a text is told as it is: line and column. */
function named(path: string, nameOf: (pointer: string) => string) {
  const name = path.startsWith('/') ? nameOf(path) : path
  return name === '' ? null : <strong>{name}</strong>
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
