import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { companyTimeZones } from '#contract/kit/locales.ts'
import { maintenanceMessageMax } from '#contract/settings/company-limits.ts'
import { selectCanChange, selectDraft, selectProblem } from '#src/machines/kit/settings-section.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { type CompanyDraft, faultOfWindow } from '../../../machines/settings/company-draft.ts'
import { color, font, narrow, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { companyMessages } from './company.messages.ts'

const messages = companyMessages.maintenance

/** A maintenance that begins and ends by itself: saved with the rest of the section. */
export function PlannedMaintenance({ actor }: { readonly actor: SettingsSectionActor }) {
  const draft = useSelector(actor, selectDraft<CompanyDraft>)
  const problem = useSelector(actor, selectProblem)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<CompanyDraft>) => actor.send({ type: 'user.changed', change: it })
  const fault = faultOfWindow(draft)
  const isPlanned = draft.windowFrom !== '' || draft.windowUntil !== ''
  return (
    <Group role="group" aria-label={messages.planned}>
      <Title>{messages.planned}</Title>
      <Note>
        {messages.plannedHint} {messages.clock(companyTimeZones[draft.defaultTimezone])}
      </Note>
      <Ends>
        <Field
          label={messages.from}
          type="datetime-local"
          value={draft.windowFrom}
          isBlocked={!canChange}
          onWrite={(windowFrom) => change({ windowFrom })}
        />
        <Field
          label={messages.until}
          type="datetime-local"
          value={draft.windowUntil}
          isBlocked={!canChange}
          error={fault === null ? faultAt(problem, '/companySettings/maintenanceWindow') : messages.faults[fault]}
          onWrite={(windowUntil) => change({ windowUntil })}
        />
      </Ends>
      {isPlanned ? (
        <>
          <TextArea
            label={messages.message}
            hint={messages.messageHint}
            value={draft.windowMessage}
            maxLength={maintenanceMessageMax}
            isBlocked={!canChange}
            onWrite={(windowMessage) => change({ windowMessage })}
          />
          <div>
            <Button isBlocked={!canChange} onPress={() => change({ windowFrom: '', windowUntil: '', windowMessage: '' })}>
              {messages.clear}
            </Button>
          </div>
        </>
      ) : null}
    </Group>
  )
}

const Group = styled.div`
  display: grid;
  gap: ${space[12]};
`

const Title = styled.p`
  font: ${font.strong};
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Ends = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
