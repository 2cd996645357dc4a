import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { SettingsSectionActor } from '#src/machines/kit/settings-section.machine.ts'
import {
  selectCanDiscard,
  selectCanReload,
  selectCanSubmit,
  selectChanges,
  selectProblem,
  selectStage,
} from '#src/machines/kit/settings-section.selectors.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { ProblemAlert } from '../feedback/ProblemAlert.tsx'
import { settingsMessages as messages } from '../settings.messages.ts'

export type SaveBarProps = {
  readonly actor: SettingsSectionActor
  /** How a changed field is named: "minimum length 8 → 12"; null of a field that is not named. */
  readonly nameChange: (field: string) => string | null
  /** What the button says, where it is not Save. */
  readonly save?: string
  /** What it says for 3 s after a save. */
  readonly saved: string
  /** What the button is called that leaves without saving. */
  readonly leave?: string
}

/** How a section is saved: what is unsaved by its names, Discard and Save; what went wrong stays until the next try. */
export function SaveBar({ actor, nameChange, saved, save = messages.save, leave = messages.discard }: SaveBarProps) {
  const stage = useSelector(actor, selectStage)
  const changes = useSelector(actor, selectChanges)
  const problem = useSelector(actor, selectProblem)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canDiscard = useSelector(actor, selectCanDiscard)
  const canReload = useSelector(actor, selectCanReload)
  const names = Object.keys(changes).flatMap((field) => nameChange(field) ?? [])
  const discard = (label: string) =>
    canDiscard ? (
      <Button kind="quiet" onPress={() => actor.send({ type: 'user.discarded' })}>
        {label}
      </Button>
    ) : null
  return (
    <Bar data-unsaved={names.length > 0 || problem !== null || undefined}>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canReload ? (
            <>
              <Button onPress={() => actor.send({ type: 'user.reloaded' })}>
                {stage === 'stale' ? messages.stale.reload : messages.retry}
              </Button>
              {discard(messages.stale.discard)}
            </>
          ) : undefined}
        </ProblemAlert>
      )}
      <Line>
        <State role="status">
          {stage === 'saved' ? (
            saved
          ) : names.length === 0 ? null : (
            <>
              <strong>{messages.unsaved}</strong> {names.join(', ')}
            </>
          )}
        </State>
        {canReload ? null : discard(leave)}
        <Button kind="primary" isBlocked={!canSubmit} onPress={() => actor.send({ type: 'user.submitted' })}>
          {stage === 'saving' ? messages.saving : save}
        </Button>
      </Line>
    </Bar>
  )
}

const Bar = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
`

const State = styled.p`
  flex: 1 1 12rem;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  & > strong {
    color: ${color['text.default']};
    font-weight: 500;
  }
`
