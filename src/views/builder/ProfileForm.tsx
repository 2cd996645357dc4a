import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Trigger } from '../../../contract/config.ts'
import type { BuilderActor } from '../../machines/builder/builder.machine.ts'
import type { Draft } from '../../machines/builder/draft.ts'
import { type TriggerKind, triggerKindOf, triggerKinds, triggerOfKind } from '../../machines/builder/trigger.ts'
import { space } from '../../theme/theme.ts'
import { builderWords as words } from '../../words/builder.ts'
import { Choice } from '../parts/Choice.tsx'
import { Field } from '../parts/Field.tsx'
import { TextArea } from './TextArea.tsx'

/** What the connector is called, what it is for, and when it runs. */
export function ProfileForm({ actor, draft }: { readonly actor: BuilderActor; readonly draft: Draft }) {
  const { name, details } = draft.profile
  const changeTrigger = (trigger: Trigger) => actor.send({ type: 'user.changed', change: { config: { trigger } } })
  return (
    <Form aria-label={words.profileForm} onSubmit={(event) => event.preventDefault()}>
      <Field
        label={words.name}
        name="name"
        value={name}
        isRequired
        onWrite={(text) =>
          actor.send({
            type: 'user.changed',
            change: { profile: { name: text, integrationName: text }, config: { name: text } },
          })
        }
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        value={details}
        maxLength={4_096}
        onWrite={(text) => actor.send({ type: 'user.changed', change: { profile: { details: text } } })}
      />
      <Choice<TriggerKind>
        label={words.trigger}
        options={triggerKinds.map((value) => ({ value, ...words.triggers[value] }))}
        value={triggerKindOf(draft.config.trigger)}
        onChoose={(kind) => changeTrigger(triggerOfKind[kind])}
      />
      <TriggerFields trigger={draft.config.trigger} onChange={changeTrigger} />
    </Form>
  )
}

type TriggerFieldsProps = { readonly trigger: Trigger; readonly onChange: (trigger: Trigger) => void }

function TriggerFields({ trigger, onChange }: TriggerFieldsProps): ReactNode {
  if (trigger.type !== 'schedule') return null
  if ('everySeconds' in trigger)
    return (
      <Field
        label={words.seconds}
        name="everySeconds"
        inputMode="numeric"
        value={trigger.everySeconds === 0 ? '' : String(trigger.everySeconds)}
        isRequired
        onWrite={(text) => onChange({ type: 'schedule', everySeconds: Number(text.replace(/\D/g, '').slice(0, 8)) })}
      />
    )
  return (
    <>
      <Field
        label={words.cron}
        name="cron"
        hint={words.cronHint}
        value={trigger.cron}
        isRequired
        spellCheck={false}
        onWrite={(cron) => onChange({ ...trigger, cron })}
      />
      <Field
        label={words.timeZone}
        name="timeZone"
        hint={words.timeZoneHint}
        value={trigger.timeZone ?? ''}
        spellCheck={false}
        onWrite={(timeZone) => onChange({ type: 'schedule', cron: trigger.cron, ...(timeZone === '' ? {} : { timeZone }) })}
      />
    </>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  width: min(36rem, 100%);
`
