import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { FieldProblem } from '../../../contract/problem.ts'
import type { ReviewActor } from '../../machines/review/review.machine.ts'
import { selectCanRetry, selectProblem, selectStage, selectVerdict } from '../../machines/review/review.selectors.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { reviewWords as words } from '../../words/review.ts'
import { Button } from '../parts/Button.tsx'
import { Card, CardTitle, Listed, Row } from '../parts/blocks.ts'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Ring } from '../parts/Spinner.tsx'

/** What the server says of the configuration as it was saved. */
export function CheckCard({ actor }: { readonly actor: ReviewActor }) {
  const stage = useSelector(actor, selectStage)
  const verdict = useSelector(actor, selectVerdict)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  const isChecking = stage === 'checking'
  return (
    <Card aria-label={words.check} aria-busy={isChecking}>
      <CardTitle>{words.check}</CardTitle>
      <div role="status">
        {isChecking ? (
          <Row>
            <Ring /> {words.checking}
          </Row>
        ) : null}
        {verdict?.isValid ? <p>{words.sound}</p> : null}
        {verdict?.isValid === false ? <p>{words.errors(verdict.errors.length)}</p> : null}
      </div>
      {problem === null || stage !== 'unchecked' ? null : (
        <ProblemAlert problem={problem}>
          <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
            {words.retry}
          </Button>
        </ProblemAlert>
      )}
      {verdict === null || verdict.errors.length === 0 ? null : <Wrong role="alert">{listed(verdict.errors)}</Wrong>}
      {verdict === null || verdict.warnings.length === 0 ? null : (
        <Doubtful aria-label={words.warnings(verdict.warnings.length)} role="group">
          <Strong>{words.warnings(verdict.warnings.length)}</Strong>
          {listed(verdict.warnings)}
        </Doubtful>
      )}
    </Card>
  )
}

const listed = (faults: readonly FieldProblem[]) => (
  <Listed>
    {faults.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <code>{path}</code> {message}
      </li>
    ))}
  </Listed>
)

const Strong = styled.strong`
  font: ${font.strong};
`

const Wrong = styled.div`
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['danger.border']};
  border-radius: ${radius.card};
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
`

const Doubtful = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
`
