import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { secretsInUrl } from '#contract/connectors/config/hazards/secret-signs.ts'
import {
  changedSide,
  type Method,
  methodOf,
  methodsOf,
  type SideChange,
  type SideConfig,
  type SideName,
  savedSecrets,
  storedAsSecret,
  urlStoredAsSecrets,
  variableStoredAsSecrets,
  withScheme,
} from '#src/machines/builder/systems/side-config.ts'
import { faultsOf } from '#src/machines/builder/systems/side-rules.ts'
import type { Offered } from '#src/machines/kit/completion.ts'
import { space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../kit/completion/CompletingBox.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { AuthFields } from './AuthFields.tsx'
import { AzureFields } from './AzureFields.tsx'
import { DatabaseFields } from './DatabaseFields.tsx'
import { Block, Fold, Tick } from './form-parts.tsx'
import { FormatFields } from './format/FormatFields.tsx'
import { ListField } from './ListField.tsx'
import { NamedValues } from './NamedValues.tsx'
import { NatsFields } from './nats/NatsFields.tsx'
import { PaceField, SuccessFields, TimeoutFields } from './SuccessFields.tsx'
import { SecretValues } from './secrets/SecretValues.tsx'
import { Suspected } from './secrets/Suspected.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'
import { OnlyChangedField, UnsentField } from './UnsentField.tsx'

type Guaranteed = Pick<DestinationConfig, 'guarantee' | 'honoursKeys' | 'keys' | 'unsent' | 'onlyChanged'>

/** Only responses over HTTP are judged, and have these time limits. */
function withoutSuccess<Config extends SideConfig & Guaranteed>(config: Config): Config {
  const { success: _, honoursKeys: __, keys: ___, timeouts: ____, requestsPerSecond: _____, operation: ______, ...other } = config
  const { responseFormat: _______, redirectOrigins: ________, ...rest } = other
  return rest as Config
}

export type RequestParts = {
  readonly before: ReactNode
  readonly methods: readonly Method[]
  readonly url: (error: string | undefined, onLeave: () => void) => ReactNode
  readonly after: ReactNode
}

type SideFormProps<Config extends SideConfig & Guaranteed> = {
  readonly side: SideName
  readonly config: Config
  readonly isWritable: boolean
  /** Of a destination: whether a field is mapped. Otherwise records are sent as they were read. */
  readonly isMapped?: boolean
  /** What else is rarely set, with that of every side. */
  readonly advanced?: ReactNode
  readonly isAdvancedSet?: boolean
  /** Of a built-in system, offered while there is no address. */
  readonly sandboxUrl?: string | undefined
  /** Of an HTTP destination: what it does, in place of the URL field and around it. */
  readonly request?: RequestParts | undefined
  /** Fields that the own statement of a database destination, or the URL of an enrichment, can contain. */
  readonly offered?: readonly Offered[]
  readonly onChange: (config: Config) => void
  /** The side with a secret that is being typed: it can be tested, and is not in the draft yet. */
  readonly onTyped?: (config: Config) => void
}

/** Where a side is and how it is asked. Every change goes out as the whole side; nothing typed is kept here. */
export function SideForm<Config extends SideConfig & Guaranteed>(props: SideFormProps<Config>) {
  const {
    side,
    config,
    isWritable,
    isMapped = false,
    sandboxUrl,
    request,
    offered = [],
    advanced,
    isAdvancedSet = false,
    onChange,
    onTyped = () => {},
  } = props
  const faults = faultsOf(side, config)
  const change = (it: SideChange) => {
    const after = changedSide(config, { requestMethod: methodOf(side, config), ...it })
    const isGiven = it.auth !== undefined || it.secrets !== undefined
    if (savedSecrets(after) < savedSecrets(config) && !isGiven) toast(messages.secretCleared)
    onChange(after.type === 'http' ? after : withoutSuccess(after))
  }
  const parts = { side, config, faults }
  return (
    <Block disabled={!isWritable}>
      <Select
        label={messages.kind}
        options={kindsFor(side, config.type)}
        value={config.type}
        onChoose={(type) => change({ type })}
      />
      {config.type === 'http' ? <Http {...{ ...parts, sandboxUrl, request, offered }} onChange={change} /> : null}
      {config.type === 'database' ? (
        <DatabaseFields {...parts} offered={offered} onChange={(databaseConfig) => change({ databaseConfig })} />
      ) : null}
      {config.type === 'azure' ? <AzureFields {...parts} onChange={(azureConfig) => change({ azureConfig })} /> : null}
      {config.type === 'nats' ? <NatsFields {...parts} onChange={(natsConfig) => change({ natsConfig })} /> : null}
      <AuthFields
        config={config}
        faults={faults}
        onChange={(auth) => change({ auth })}
        onTyped={(auth) => onTyped({ ...config, auth })}
      />
      {config.type === 'http' ? (
        <SecretValues
          secrets={config.secrets ?? []}
          faults={faults}
          onChange={(secrets) => change({ secrets })}
          onTyped={(secrets) => onTyped({ ...config, secrets })}
        />
      ) : null}
      {config.type === 'http' ? <Extras {...parts} isMapped={isMapped} onChange={change} /> : null}
      {config.type === 'http' && side !== 'destination' ? (
        <FormatFields format={config.responseFormat} onChange={(responseFormat) => change({ responseFormat })} />
      ) : null}
      <Advanced isSet={isAdvancedSet || isRareSet(config)} {...{ side, config }}>
        {config.type === 'http' ? <Values place="variables" {...parts} onChange={change} /> : null}
        {config.type === 'http' ? (
          <SuccessFields
            side={side}
            config={config}
            onChange={(success) => {
              const { success: _, ...rest } = config
              onChange((success ? { ...rest, success } : rest) as Config)
            }}
          />
        ) : null}
        {config.type === 'http' ? (
          <PaceField
            perSecond={config.requestsPerSecond}
            faults={faults}
            onChange={(requestsPerSecond) => {
              const { requestsPerSecond: _, ...rest } = config
              onChange((requestsPerSecond === undefined ? rest : { ...rest, requestsPerSecond }) as Config)
            }}
          />
        ) : null}
        {config.type === 'http' ? (
          <TimeoutFields
            timeouts={config.timeouts}
            faults={faults}
            onChange={(timeouts) => {
              const { timeouts: _, ...rest } = config
              onChange((timeouts ? { ...rest, timeouts } : rest) as Config)
            }}
          />
        ) : null}
        {config.type === 'http' && side !== 'destination' ? (
          <Fold title={messages.redirects.title} isOpen={(config.redirectOrigins ?? []).length > 0}>
            <ListField
              label={messages.redirects.label}
              hint={messages.redirects.hint}
              values={config.redirectOrigins ?? []}
              onWrite={(origins) => change({ redirectOrigins: origins.length === 0 ? undefined : origins })}
            />
          </Fold>
        ) : null}
        {side === 'destination' ? <DeliveryFields config={config} onChange={onChange} /> : null}
        {advanced}
      </Advanced>
    </Block>
  )
}

/** A stream is no place to look values up. */
function kindsFor(side: SideName, chosen: SideConfig['type']): typeof messages.kinds {
  const { nats: _, ...others } = messages.kinds
  return side === 'enrichment' && chosen !== 'nats' ? (others as typeof messages.kinds) : messages.kinds
}

/** What a destination gets, and what is sent to it again. */
function DeliveryFields<Config extends SideConfig & Guaranteed>({
  config,
  onChange,
}: Pick<SideFormProps<Config>, 'config' | 'onChange'>) {
  const { keys, honoursKeys = false, guarantee = 'atLeastOnce', unsent } = config
  return (
    <Fold title={messages.delivery} isOpen>
      <OnlyChangedField of={config} onChange={onChange} />
      <Select
        label={messages.guarantee}
        options={messages.guarantees}
        value={guarantee}
        onChoose={(chosen) => onChange({ ...config, guarantee: chosen })}
      />
      <UnsentField unsent={unsent} onChange={(chosen) => onChange({ ...config, unsent: chosen })} />
      {config.type === 'http' ? (
        <>
          <Select
            label={messages.keys}
            options={messages.keysOf}
            value={keys ?? 'usual'}
            onChoose={(chosen) => {
              const { keys: _, ...rest } = config
              onChange((chosen === 'usual' ? rest : { ...rest, keys: chosen }) as Config)
            }}
          />
          <Tick label={messages.honoursKeys} isOn={honoursKeys} onChange={(isOn) => onChange({ ...config, honoursKeys: isOn })} />
        </>
      ) : null}
    </Fold>
  )
}

type PartProps = {
  readonly side: SideName
  readonly config: SideConfig
  readonly faults: ReturnType<typeof faultsOf>
  readonly onChange: (change: SideChange) => void
}

type HttpProps = PartProps & {
  readonly sandboxUrl: string | undefined
  readonly request: RequestParts | undefined
  readonly offered: readonly Offered[]
}

function Http({ side, config, faults, sandboxUrl, request, offered, onChange }: HttpProps) {
  const method = methodOf(side, config)
  const methods = [...new Set<Method>([...(request?.methods ?? methodsOf[side]), method])]
  const told = faultAt(faults, '/requestMethod')
  const suspected = [...new Set(secretsInUrl(config.url).map(({ key }) => key))]
  // A parameter of the form fills the query.
  const hasQuery = (config.url ?? '').includes('?')
  const complete = () => {
    const url = withScheme(config.url ?? '')
    if (url !== (config.url ?? '')) onChange({ url })
  }
  const box = {
    label: messages.url,
    value: config.url ?? '',
    type: 'url',
    error: faultAt(faults, '/url'),
    onWrite: (url: string) => onChange({ url }),
    onLeave: complete,
  } as const
  return (
    <>
      {request?.before}
      <Address>
        <Select
          label={messages.method}
          options={Object.fromEntries(methods.map((it) => [it, it])) as Record<Method, string>}
          value={method}
          onChoose={(requestMethod) => onChange({ requestMethod })}
        />
        {request?.url(faultAt(faults, '/url'), complete) ??
          (side === 'enrichment' ? (
            <CompletingBox {...box} offered={hasQuery ? [] : offered} hint={messages.urlOfRecordHint} />
          ) : (
            <Field {...box} spellCheck={false} hint={messages.urlHint} />
          ))}
      </Address>
      {request?.after}
      {told === undefined ? null : <Hint role="status">{told}</Hint>}
      {suspected.map((name) => (
        <Suspected key={name} name={name} onStore={() => onChange(urlStoredAsSecrets(config, [name]))} />
      ))}
      {sandboxUrl === undefined || side === 'enrichment' || config.url ? null : (
        <Row>
          <Button onPress={() => onChange({ url: sandboxUrl })}>{messages.sandbox[side]}</Button>
        </Row>
      )}
    </>
  )
}

type ValuesProps = PartProps & { readonly place: 'queries' | 'headers' | 'variables' }

function Values({ place, config, faults, onChange }: ValuesProps) {
  const stored = (at: number) => (place === 'variables' ? variableStoredAsSecrets(config, at) : storedAsSecret(config, place, at))
  return (
    <NamedValues
      place={place}
      rows={config[place] ?? []}
      faults={faults}
      onChange={(rows) => onChange({ [place]: rows })}
      storedOf={stored}
      onStore={onChange}
    />
  )
}

/** Whether something is set that a person rarely sets. */
const isRareSet = ({ variables = [], success, timeouts, requestsPerSecond, ...other }: SideConfig & Guaranteed) =>
  variables.length > 0 ||
  [
    other.redirectOrigins,
    success,
    timeouts,
    requestsPerSecond,
    other.honoursKeys,
    other.keys,
    other.guarantee,
    other.unsent,
    other.onlyChanged,
  ].some((it) => it !== undefined)

type AdvancedProps = Pick<PartProps, 'side' | 'config'> & { readonly isSet: boolean; readonly children: ReactNode }

/** A side without any of them has no such section. */
function Advanced({ side, config, isSet, children }: AdvancedProps) {
  if (side === 'enrichment' && config.type !== 'http') return null
  const isHttp = config.type === 'http' || side === 'enrichment'
  const holds = isHttp ? messages.advancedHolds[side] : messages.advancedHoldsElse[side]
  return (
    <Fold title={messages.advanced} value={holds} isOpen={isSet}>
      {children}
    </Fold>
  )
}

type BodyHintProps = { readonly operation: DestinationConfig['operation']; readonly isMapped: boolean }

/** What the body is made of. A deletion has none, which its operation says. */
function BodyHint({ operation, isMapped }: BodyHintProps) {
  const { do: kind, bodyFormat } = operation ?? {}
  if (kind === 'delete') return null
  if (bodyFormat === 'xml' || bodyFormat === 'text') return <Hint>{messages.bodyOfTemplate}</Hint>
  return <Hint>{messages.bodyOfDestination(isMapped)}</Hint>
}

function Extras({ side, config, faults, isMapped, onChange }: PartProps & { readonly isMapped: boolean }) {
  const body = config.body?.rawContent ?? ''
  return (
    <>
      <Values place="queries" {...{ side, config, faults, onChange }} />
      <Values place="headers" {...{ side, config, faults, onChange }} />
      {side === 'destination' ? (
        <BodyHint operation={(config as DestinationConfig).operation} isMapped={isMapped} />
      ) : (
        <Fold title={messages.body} isOpen={body !== ''}>
          <TextArea
            label={messages.rawBody}
            value={body}
            rows={6}
            isCode
            onWrite={(rawContent) => onChange({ body: { rawContent } })}
          />
        </Fold>
      )}
    </>
  )
}

/** Method and address in one row. */
const Address = styled.div`
  display: grid;
  grid-template-columns: 6.5rem minmax(0, 1fr);
  gap: ${space[8]};
  align-items: start;

  @media (max-width: 599px) {
    grid-template-columns: minmax(0, 1fr);
  }
`
