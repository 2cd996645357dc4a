import type { Auth } from '#contract/connectors/config/config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Row } from '../../../kit/layout/blocks.ts'
import { Pair } from '../form-parts.tsx'
import { faultAt, sideMessages } from '../side.messages.ts'

const { tokenRequest: messages } = sideMessages

type Client = Extract<Auth, { type: 'oauth2ClientCredentials' }>
type TokenRequestFieldsProps = {
  readonly auth: Client
  readonly faults: SideFaults
  readonly onChange: (auth: Client) => void
}

const parametersMax = 16

/** The client without what is empty. */
function without(
  auth: Client,
  change: { readonly [Key in 'audience' | 'parameters' | 'tokenRequest']?: Client[Key] | undefined },
): Client {
  const { audience, parameters, tokenRequest, ...rest } = { ...auth, ...change }
  return {
    ...rest,
    ...(audience ? { audience } : {}),
    ...(parameters && parameters.length > 0 ? { parameters } : {}),
    ...(tokenRequest === 'json' ? { tokenRequest } : {}),
  }
}

/** What a token request contains besides the client and the scope. */
export function TokenRequestFields({ auth, faults, onChange }: TokenRequestFieldsProps) {
  const { audience = '', parameters = [], tokenRequest = 'form' } = auth
  const write = (at: number, parameter: { readonly name?: string; readonly value?: string }) =>
    onChange(without(auth, { parameters: parameters.map((it, index) => (index === at ? { ...it, ...parameter } : it)) }))
  return (
    <>
      <Field
        label={messages.audience}
        value={audience}
        hint={messages.audienceHint}
        onWrite={(text) => onChange(without(auth, { audience: text }))}
      />
      <Select
        label={messages.format}
        options={messages.formats}
        value={tokenRequest}
        onChoose={(chosen) => onChange(without(auth, { tokenRequest: chosen }))}
      />
      {parameters.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while its name is typed.
        <Pair key={at}>
          <Field
            label={messages.name(at + 1)}
            value={name}
            spellCheck={false}
            error={faultAt(faults, `/auth/parameters/${at}/name`)}
            onWrite={(text) => write(at, { name: text })}
          />
          <Field label={messages.value(at + 1)} value={value} spellCheck={false} onWrite={(text) => write(at, { value: text })} />
        </Pair>
      ))}
      <Row>
        {parameters.length < parametersMax ? (
          <Button onPress={() => onChange(without(auth, { parameters: [...parameters, { name: '', value: '' }] }))}>
            {messages.add}
          </Button>
        ) : null}
        {parameters.length > 0 ? (
          <Button onPress={() => onChange(without(auth, { parameters: parameters.slice(0, -1) }))}>{messages.removeLast}</Button>
        ) : null}
      </Row>
    </>
  )
}
