import { connectionAuthTypes } from '#contract/connections/connection-limits.ts'
import { authTypeOf, faultsOfEntry, keepsSecret, kindOf } from '#src/machines/connections/connection-entry.ts'
import type { EntryDialogActor } from '#src/machines/kit/entry-dialog.machine.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { EntryDialog } from '../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { connectionMessages as messages } from './connections.messages.ts'
import { SignInSection } from './oauth/SignInSection.tsx'

const { fields } = messages
type TextField =
  | 'name'
  | 'url'
  | 'testPath'
  | 'perSecond'
  | 'atOnce'
  | 'host'
  | 'port'
  | 'database'
  | 'username'
  | 'keyName'
  | 'tokenUrl'
  | 'clientId'
  | 'scope'

/** Where the server's faults of a field are. */
const places: Readonly<Record<TextField, string>> = {
  ...{
    name: '/name',
    url: '/url',
    testPath: '/testPath',
    perSecond: '/requestsPerSecond',
    atOnce: '/atOnce',
    host: '/database/host',
    port: '/database/port',
  },
  ...{ database: '/database/database', username: '/auth/username', keyName: '/auth/name', tokenUrl: '/auth/tokenUrl' },
  ...{ clientId: '/auth/clientId', scope: '/auth/scope' },
}

/** A new connection, or another address, credential or name of one. A secret goes in and never comes out again. */
export function ConnectionDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isNew = (entry['id'] ?? '') === ''
  const faults = faultsOfEntry(entry)
  const [kind, type] = [kindOf(entry), authTypeOf(entry)]
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const text = (field: TextField) => ({
    ...{ label: fields[field], value: entry[field] ?? '', isBlocked: isBusy, onWrite: write(field) },
    ...{ spellCheck: false, autoComplete: 'off', error: faultAt(problem, places[field]) ?? faults[field] },
  })
  const choice = <Value extends string>(field: string, options: Readonly<Record<Value, string>>, value: Value) => ({
    ...{
      label: (fields as Readonly<Record<string, unknown>>)[field] as string,
      options,
      value,
      isBlocked: isBusy,
      onChoose: write(field),
    },
  })
  const chosen = <Value extends string>(field: string, options: Readonly<Record<Value, string>>): Value => {
    const values = Object.keys(options) as Value[]
    return values.find((it) => it === entry[field]) ?? (values[0] as Value)
  }
  const types = connectionAuthTypes[kind]
  const authTypes = Object.fromEntries(types.map((it) => [it, messages.authTypes[it]])) as Record<typeof type, string>
  const isSignIn = type === 'oauth2AuthorizationCode'
  const needsAgain = !isNew && type !== 'none' && !isSignIn && (entry['secret'] ?? '') === '' && !keepsSecret(entry)
  return (
    <EntryDialog
      actor={actor}
      title={isNew ? messages.add : messages.edit}
      submit={isNew ? (isSignIn ? messages.createAndSignIn : messages.create) : messages.save}
    >
      <Field isRequired hint={fields.nameHint} {...text('name')} />
      {isNew ? <Select {...choice('kind', messages.kinds, kind)} /> : null}
      {kind === 'http' ? (
        <Field isRequired hint={fields.urlHint} {...text('url')} />
      ) : (
        <>
          <Select {...choice('engine', messages.engines, chosen('engine', messages.engines))} />
          <Field isRequired {...text('host')} />
          <Field {...text('port')} />
          <Field isRequired {...text('database')} />
          <Select {...choice('tls', messages.encryptions, chosen('tls', messages.encryptions))} />
        </>
      )}
      <Select {...choice('authType', authTypes, type)} />
      {type === 'basic' ? <Field isRequired {...text('username')} /> : null}
      {type === 'apiKey' ? (
        <>
          <Select {...choice('keyIn', messages.keyPlaces, chosen('keyIn', messages.keyPlaces))} />
          <Field isRequired {...text('keyName')} />
        </>
      ) : null}
      {type === 'oauth2ClientCredentials' ? (
        <>
          <Field isRequired {...text('tokenUrl')} />
          <Field isRequired {...text('clientId')} />
          <Field {...text('scope')} />
        </>
      ) : null}
      {isSignIn ? <SignInSection entry={entry} problem={problem} isBusy={isBusy} onWrite={write} /> : null}
      {type === 'none' || isSignIn ? null : (
        <Field
          isRequired={!keepsSecret(entry)}
          type="password"
          autoComplete="off"
          label={messages.secrets[type]}
          value={entry['secret'] ?? ''}
          isBlocked={isBusy}
          onWrite={write('secret')}
          {...(keepsSecret(entry) ? { hint: fields.secretKept(entry['last4'] ?? '') } : {})}
          error={needsAgain ? fields.secretAgain : undefined}
        />
      )}
      {kind === 'http' ? (
        <>
          <Field hint={fields.testPathHint} {...text('testPath')} />
          <Field inputMode="decimal" hint={fields.perSecondHint} {...text('perSecond')} />
          <Field inputMode="numeric" hint={fields.atOnceHint} {...text('atOnce')} />
        </>
      ) : null}
      <Select {...choice('visibility', messages.visibilities, chosen('visibility', messages.visibilities))} />
    </EntryDialog>
  )
}
