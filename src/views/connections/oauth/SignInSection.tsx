import { useSelector } from '@xstate/react'
import type { OauthApp } from '#contract/connections/oauth-app.ts'
import { presetOf } from '#contract/connections/oauth-presets.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { isNewApp, newApp, providerNames, usualUrlOf } from '#src/machines/connections/sign-in.ts'
import type { Entry } from '#src/machines/kit/entry-dialog.machine.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { type AppList, oauthAppListMachine } from '#src/services/connections/sign-in.actors.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { signInMessages as messages } from './sign-in.messages.ts'

type SignInSectionProps = {
  readonly entry: Entry
  readonly problem: Problem | null
  readonly isBusy: boolean
  readonly onWrite: (field: string) => (text: string) => void
}

/** With which app people sign in: one that is there, or a new one, which is added with the connection. */
export function SignInSection({ entry, problem, isBusy, onWrite }: SignInSectionProps) {
  const access = useAccess()
  const actor = useMachine(() => oauthAppListMachine(access), [access], { query: {} })
  const known = useSelector(actor, selectPage<OauthApp>) as AppList | null
  const apps = known?.items ?? []
  const mayAdd = known?.mayAdd === true
  const options: Record<string, string> = {
    '': messages.choose,
    ...Object.fromEntries(apps.map(({ id, name, isForAll }) => [id, isForAll ? messages.forAll(name) : name])),
    ...(mayAdd ? { [newApp]: messages.newApp } : {}),
  }
  const chosen = entry['appId'] ?? ''
  /** The usual URL of the system is filled in where nobody has written one. */
  const fill = (provider: string) => {
    const url = usualUrlOf({ provider })
    if (url !== null && (entry['url'] ?? '').trim() === '') onWrite('url')(url)
  }
  const text = (field: keyof typeof messages & string, at: string) => ({
    ...{ label: messages[field] as string, value: entry[field] ?? '', isBlocked: isBusy, onWrite: onWrite(field) },
    ...{ spellCheck: false, autoComplete: 'off', error: faultAt(problem, at) },
  })
  const provider = entry['provider'] ?? 'own'
  return (
    <>
      <Select
        label={messages.app}
        hint={!mayAdd && known !== null && apps.length === 0 ? messages.noApps : messages.appHint}
        options={options}
        value={chosen in options ? chosen : ''}
        isBlocked={isBusy}
        onChoose={(id) => {
          onWrite('appId')(id)
          const app = apps.find((it) => it.id === id)
          if (app) fill(app.provider)
        }}
      />
      {isNewApp(entry) ? (
        <>
          <Select
            label={messages.provider}
            options={{ own: messages.own, ...providerNames }}
            value={provider}
            isBlocked={isBusy}
            onChoose={(it) => {
              onWrite('provider')(it)
              fill(it)
            }}
          />
          <p>
            {messages.callbackHint} <code>{known?.callbackUrl}</code>
          </p>
          <Field isRequired {...text('appClientId', '/clientId')} />
          <Field {...text('appSecret', '/clientSecret')} type="password" autoComplete="off" />
          {presetOf(provider) === null ? (
            <>
              <Field isRequired {...text('authorizeUrl', '/authorizeUrl')} />
              <Field isRequired {...text('appTokenUrl', '/tokenUrl')} />
            </>
          ) : null}
          <Field hint={messages.appScopesHint} {...text('appScopes', '/scopes')} />
        </>
      ) : (
        <Field hint={messages.scopesHint} {...text('scopes', '/auth/scopes')} />
      )}
      <p>{(entry['id'] ?? '') === '' ? messages.next : messages.again}</p>
    </>
  )
}
