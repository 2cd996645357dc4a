import type { Auth } from '#contract/connectors/config/config.ts'
import { secretFieldOf } from '#contract/connectors/config/config.ts'
import {
  type AuthType,
  authTypesOf,
  blankAuth,
  type SideConfig,
  secretOf,
  withSecret,
} from '#src/machines/builder/systems/side-config.ts'
import type { SideFault, SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { Pair, Tick } from './form-parts.tsx'
import { natsMessages } from './nats/nats.messages.ts'
import { SecretInput } from './secrets/SecretInput.tsx'
import { TokenRequestFields } from './secrets/TokenRequestFields.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'

type AuthFieldsProps = {
  readonly config: SideConfig
  readonly faults: SideFaults
  readonly onChange: (auth: Auth) => void
  /** With the secret that is being typed. */
  readonly onTyped: (auth: Auth) => void
}

/** How a side proves who it is. A secret goes in and never comes out again. */
export function AuthFields({ config, faults, onChange, onTyped }: AuthFieldsProps) {
  const types = authTypesOf[config.type]
  // The credentials are those of the connection.
  if (config.auth?.type === 'connection') return null
  const auth = config.auth ?? blankAuth(types[0] ?? 'none')
  const names = config.type === 'nats' ? { ...messages.authTypes, ...natsMessages.authTypes } : messages.authTypes
  const options = Object.fromEntries(types.map((type) => [type, names[type]])) as Record<AuthType, string>
  return (
    <Stack>
      <Select
        label={messages.auth}
        options={options}
        value={auth.type}
        onChoose={(type) => onChange(type === auth.type ? auth : blankAuth(type))}
      />
      <Names auth={auth} faults={faults} isHttp={config.type === 'http'} onChange={onChange} />
      <SecretField key={auth.type} auth={auth} fault={faults['/auth/secret']} {...{ onChange, onTyped }} />
    </Stack>
  )
}

type PartProps = { readonly auth: Auth; readonly faults: SideFaults; readonly onChange: (auth: Auth) => void }

/** What of an authentication is no secret. */
function Names({ auth, faults, isHttp, onChange }: PartProps & { readonly isHttp: boolean }) {
  switch (auth.type) {
    case 'basic':
      return (
        <>
          {auth.keyAsUserName === true ? null : (
            <Field
              label={messages.username}
              value={auth.username}
              autoComplete="off"
              onWrite={(username) => onChange({ ...auth, username })}
            />
          )}
          {isHttp ? (
            <Tick
              label={messages.keyAsUserName}
              isOn={auth.keyAsUserName === true}
              onChange={(isOn) => onChange(withKeyAsUserName(auth, isOn))}
            />
          ) : null}
        </>
      )
    case 'apiKey':
      return (
        <Pair>
          <Select
            label={messages.keyIn}
            options={messages.keyPlaces}
            value={auth.in}
            onChoose={(place) => onChange({ ...auth, in: place })}
          />
          <Field
            label={messages.keyNames[auth.in]}
            value={auth.name}
            spellCheck={false}
            error={faultAt(faults, '/auth/name')}
            onWrite={(name) => onChange({ ...auth, name })}
          />
        </Pair>
      )
    case 'oauth2ClientCredentials':
      return (
        <Pair>
          <Field
            label={messages.tokenUrl}
            value={auth.tokenUrl}
            type="url"
            error={faultAt(faults, '/auth/tokenUrl')}
            onWrite={(tokenUrl) => onChange({ ...auth, tokenUrl })}
          />
          <Field label={messages.clientId} value={auth.clientId} onWrite={(clientId) => onChange({ ...auth, clientId })} />
          <Field label={messages.scope} value={auth.scope ?? ''} onWrite={(scope) => onChange({ ...auth, scope })} />
          <TokenRequestFields auth={auth} faults={faults} onChange={onChange} />
        </Pair>
      )
    case 'accountKey':
      return <Field label={messages.account} value={auth.account} onWrite={(account) => onChange({ ...auth, account })} />
    default:
      return null
  }
}

/** Without the key as user name, the user name stays as it was. */
function withKeyAsUserName(auth: Extract<Auth, { type: 'basic' }>, isOn: boolean): Auth {
  const { keyAsUserName: _, ...rest } = auth
  return isOn ? { ...rest, keyAsUserName: true } : rest
}

type SecretProps = Omit<PartProps, 'faults'> & { readonly fault: SideFault | undefined; readonly onTyped: (auth: Auth) => void }

function SecretField({ auth, fault, onChange, onTyped }: SecretProps) {
  const field = secretFieldOf[auth.type]
  const secret = secretOf(auth)
  if (field === null || secret === null) return null
  const label = auth.type === 'basic' && auth.keyAsUserName === true ? messages.keyForUserName : messages.secret[field]
  const error = fault === 'secretNeeded' ? messages.secretMissing[field] : fault && messages.faults[fault]
  return (
    <SecretInput
      {...{ label, secret, error }}
      onGiven={(text) => onChange(withSecret(auth, text))}
      onTyped={(text) => onTyped(text === null ? auth : withSecret(auth, text))}
    />
  )
}
