import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Trigger } from '../../../contract/config.ts'
import type { BuilderActor } from '../../machines/builder/builder.machine.ts'
import { selectIsWritable } from '../../machines/builder/builder.selectors.ts'
import type { Draft } from '../../machines/builder/draft.ts'
import { type TriggerKind, triggerKindOf, triggerKinds, triggerOfKind } from '../../machines/builder/trigger.ts'
import { space } from '../../theme/theme.ts'
import { builderWords as words } from '../../words/builder.ts'
import { Choice } from '../parts/Choice.tsx'
import { Field } from '../parts/Field.tsx'
import { TextArea } from '../parts/TextArea.tsx'

type ProfileProps = { readonly actor: BuilderActor; readonly draft: Draft }

/** What the connector is called, what it is for, and when it runs. */
export function ProfileForm({ actor, draft }: ProfileProps) {
  const { trigger } = draft.config
  const onChange = (it: Trigger) => actor.send({ type: 'user.changed', change: { config: { trigger: it } } })
  return (
    <Form aria-label={words.profileForm} onSubmit={(event) => event.preventDefault()}>
      <ProfileFields actor={actor} draft={draft} />
      <Choice<TriggerKind>
        label={words.trigger}
        options={triggerKinds.map((value) => ({ value, ...words.triggers[value] }))}
        value={triggerKindOf(trigger)}
        onChoose={(kind) => onChange(triggerOfKind[kind])}
      />
      <TriggerFields trigger={trigger} onChange={onChange} />
    </Form>
  )
}

export function ProfileFields({ actor, draft: { profile } }: ProfileProps) {
  const isWritable = useSelector(actor, selectIsWritable)
  return (
    <>
      <Field
        label={words.name}
        name="name"
        value={profile.name}
        isRequired
        isBlocked={!isWritable}
        onWrite={(name) =>
          actor.send({ type: 'user.changed', change: { profile: { name, integrationName: name }, config: { name } } })
        }
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        value={profile.details}
        maxLength={4_096}
        isBlocked={!isWritable}
        onWrite={(details) => actor.send({ type: 'user.changed', change: { profile: { details } } })}
      />
    </>
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
