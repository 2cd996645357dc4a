import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { MaintenanceActor } from '../../machines/maintenance/maintenance.machine.ts'
import { selectCanRetry, selectMessage, selectProblem } from '../../machines/maintenance/maintenance.selectors.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { shellWords } from '../../words/shell.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { FocusOnArrival } from './FocusOnArrival.tsx'

const words = shellWords.maintenance

/** What everybody else sees meanwhile. */
export function MaintenancePage({ actor }: { readonly actor: MaintenanceActor }) {
  const message = useSelector(actor, selectMessage)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Frame>
      <FocusOnArrival title={words.title} />
      <p>{words.lead}</p>
      {message === '' ? null : <Said>{message}</Said>}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Button kind="primary" isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
        {canRetry ? words.retry : words.looking}
      </Button>
    </Frame>
  )
}

const Frame = styled.main`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  width: min(40rem, calc(100% - 2rem));
  margin: ${space[48]} auto;
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Said = styled.blockquote`
  max-width: 100%;
  margin: 0;
  padding-left: ${space[12]};
  border-left: 3px solid ${color['warning.border']};
  font: ${font.strong};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
