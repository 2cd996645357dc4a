import styled from 'styled-components'
import { sentAgainText } from '#contract/connectors/config/delivery-keys.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { space } from '#src/theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useHasTag } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'
import { TriggerChoice } from './TriggerChoice.tsx'

/** Characters of a name that the server takes. */
const nameMax = 128

type ProfileProps = { readonly actor: BuilderActor; readonly draft: Draft }

/** What starts the connector, what it is called and what it is for. */
export function ProfileForm({ actor, draft }: ProfileProps) {
  const isWritable = useHasTag(actor, 'writable')
  const again = sentAgainText(draft.config)
  return (
    <Form aria-label={messages.profileForm} onSubmit={(event) => event.preventDefault()}>
      <TriggerChoice
        trigger={draft.config.trigger}
        isBlocked={!isWritable}
        onChange={(trigger) => actor.send({ type: 'user.changed', change: { config: { trigger } } })}
      />
      {again === null ? null : <Hint>{again}</Hint>}
      <ProfileFields actor={actor} draft={draft} />
    </Form>
  )
}

export function ProfileFields({ actor, draft: { profile } }: ProfileProps) {
  const isWritable = useHasTag(actor, 'writable')
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
