import { useSelector } from '@xstate/react'
import { useState } from 'react'
import styled from 'styled-components'

import type { Trigger } from '#contract/connectors/config/config.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { selectIsWritable } from '#src/machines/builder/draft/builder.selectors.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type TriggerKind, triggerKindOf, triggerKinds, triggerOfKind } from '#src/machines/builder/draft/trigger.ts'
import { space } from '#src/theme/theme.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { noInterval, TriggerFields } from './TriggerFields.tsx'

/** Characters of a name that the server takes. */
const nameMax = 128

type ProfileProps = { readonly actor: BuilderActor; readonly draft: Draft }

/** What the connector is called, what it is for, and when it runs. */
export function ProfileForm({ actor, draft }: ProfileProps) {
  const { trigger } = draft.config
  const kind = triggerKindOf(trigger)
  // What was typed for a trigger comes back when it is chosen again.
  const [left, setLeft] = useState<Readonly<Partial<Record<TriggerKind, Trigger>>>>({})
  const [typed, setTyped] = useState(noInterval)
  const onChange = (it: Trigger) => actor.send({ type: 'user.changed', change: { config: { trigger: it } } })
  return (
    <Form aria-label={messages.profileForm} onSubmit={(event) => event.preventDefault()}>
      <ProfileFields actor={actor} draft={draft} />
      <Choice<TriggerKind>
        label={messages.trigger}
        options={triggerKinds.map((value) => ({ value, ...messages.triggers[value] }))}
        value={kind}
        onChoose={(chosen) => {
          setLeft({ ...left, [kind]: trigger })
          onChange(left[chosen] ?? triggerOfKind[chosen])
        }}
      />
      <TriggerFields trigger={trigger} typed={typed} onType={setTyped} onChange={onChange} />
    </Form>
  )
}

export function ProfileFields({ actor, draft: { profile } }: ProfileProps) {
  const isWritable = useSelector(actor, selectIsWritable)
  return (
    <>
      <Field
        label={messages.name}
        name="name"
        value={profile.name}
        isRequired
        error={profile.name.length > nameMax ? messages.nameTooLong(nameMax, profile.name.length) : undefined}
        isBlocked={!isWritable}
        onWrite={(name) =>
          actor.send({ type: 'user.changed', change: { profile: { name, integrationName: name }, config: { name } } })
        }
      />
      <TextArea
        label={messages.description}
        hint={messages.descriptionHint}
        value={profile.details}
        maxLength={4_096}
        isBlocked={!isWritable}
        onWrite={(details) => actor.send({ type: 'user.changed', change: { profile: { details } } })}
      />
    </>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  width: min(36rem, 100%);
`
