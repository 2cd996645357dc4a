import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import type { ReviewActor } from '#src/machines/builder/review/review.machine.ts'
import { selectStage } from '#src/machines/builder/review/review.machine.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Row } from '../../kit/layout/blocks.ts'
import { IdentityHint } from '../../kit/text/IdentityHint.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { Faults, Warnings } from './Faults.tsx'
import { reviewMessages as messages } from './review.messages.ts'

/** What the server says of the configuration as it was saved. */
export function CheckCard({ actor, hrefOf }: { readonly actor: ReviewActor; readonly hrefOf: (step: Step) => string }) {
  const stage = useSelector(actor, selectStage)
  const verdict = useContextOf(actor, 'verdict')
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const { dataMapping: mapping } = useContextOf(actor, 'config')
  const isChecking = stage === 'checking'
  return (
    <Card aria-label={messages.check} aria-busy={isChecking}>
      <CardTitle>{messages.check}</CardTitle>
      <div role="status">
        {isChecking ? (
          <Row>
            <Ring /> {messages.checking}
          </Row>
        ) : null}
        {verdict?.isValid ? <p>{messages.sound}</p> : null}
        {verdict?.isValid === false ? <p>{messages.errors(verdict.errors.length)}</p> : null}
      </div>
      {problem === null || stage !== 'unchecked' ? null : (
        <ProblemAlert problem={problem}>
          <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
            {messages.retry}
          </Button>
        </ProblemAlert>
      )}
      {verdict === null || verdict.errors.length === 0 ? null : (
        <Wrong role="alert">
          <Faults faults={verdict.errors} mapping={mapping} hrefOf={hrefOf} />
        </Wrong>
      )}
      <Warnings warnings={verdict?.warnings ?? []} mapping={mapping} hrefOf={hrefOf} />
      <IdentityHint identity={verdict?.identity} />
    </Card>
  )
}

const Wrong = styled.div`
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['danger.border']};
  border-radius: ${radius.card};
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
`
