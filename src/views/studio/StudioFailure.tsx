import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { StudioActor } from '../../machines/studio/studio.machine.ts'
import { selectStage } from '../../machines/studio/studio.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { AlertBox, AlertTitle } from '../kit/feedback/alert-box.ts'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Row } from '../kit/layout/blocks.ts'
import { useContextOf } from '../kit/use-snapshot.ts'
import { studioMessages as messages } from './studio.messages.ts'

type StudioFailureProps = { readonly actor: StudioActor; readonly detailsHref: string }

/** What keeps the studio from being shown, or its transactions from being counted, with what can be done about it. */
export function StudioFailure({ actor, detailsHref }: StudioFailureProps) {
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  if (stage === 'unconfigured')
    return (
      <AlertBox>
        <AlertTitle>{messages.unconfigured.title}</AlertTitle>
        <p>{messages.unconfigured.text}</p>
        <Row>
          <Button onPress={() => actor.send({ type: 'user.reloaded' })}>{messages.unconfigured.reload}</Button>
        </Row>
      </AlertBox>
    )
  if (stage === 'gone')
    return (
      <AlertBox>
        <AlertTitle>{messages.missing.title}</AlertTitle>
        <p>{messages.missing.meanwhile}</p>
        <Row>
          <PlainLink href="/dashboard">{messages.missing.all}</PlainLink>
        </Row>
      </AlertBox>
    )
  if (problem === null) return null
  if (stage === 'failed')
    return (
      <ProblemAlert problem={{ ...problem, title: messages.failed }}>
        <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button>
      </ProblemAlert>
    )
  const { title, what, text, load, details } = messages.uncounted
  return (
    <ProblemAlert problem={{ ...problem, title }}>
      <Whole>{what}</Whole>
      <Whole>{text}</Whole>
      {problem.title === problem.message ? null : <Whole>{problem.title}</Whole>}
      <Button onPress={() => actor.send({ type: 'user.loaded' })}>{load}</Button>
      <PlainLink href={detailsHref}>{details}</PlainLink>
    </ProblemAlert>
  )
}

/** A line of its own above the buttons. */
const Whole = styled.p`
  flex-basis: 100%;
`
