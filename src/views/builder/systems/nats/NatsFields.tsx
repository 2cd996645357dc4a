import type { NatsConfig } from '#contract/connectors/config/config.ts'
import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { Hint } from '#src/views/kit/layout/blocks.ts'
import { Pair, Tick, Tight } from '../form-parts.tsx'
import { faultAt, sideMessages } from '../side.messages.ts'
import { natsMessages as messages } from './nats.messages.ts'

type NatsFieldsProps = {
  readonly side: SideName
  readonly config: SideConfig
  readonly faults: SideFaults
  readonly onChange: (nats: NatsConfig) => void
}

const blank: NatsConfig = { host: '', stream: '' }

function withPort({ port: _, ...rest }: NatsConfig, text: string): NatsConfig | null {
  if (text === '') return rest
  return /^\d{1,5}$/.test(text) ? { ...rest, port: Number(text) } : null
}

/** Without a member where nothing is given: an empty subject matches nothing. */
function withSubject({ subject: _, ...rest }: NatsConfig, text: string): NatsConfig {
  return text === '' ? rest : { ...rest, subject: text }
}

function withMessages({ withMessage: _, ...rest }: NatsConfig, isOn: boolean): NatsConfig {
  return isOn ? { ...rest, withMessage: true } : rest
}

/** Server, stream and subject; of a source also where its first run begins. */
export function NatsFields({ side, config: { natsConfig: nats = blank }, faults, onChange }: NatsFieldsProps) {
  const told = (field: string) => faultAt(faults, `/natsConfig/${field}`)
  const place = side === 'destination' ? 'destination' : 'source'
  return (
    <>
      <Pair>
        <Field
          label={sideMessages.host}
          value={nats.host}
          spellCheck={false}
          error={told('host')}
          onWrite={(host) => onChange({ ...nats, host })}
        />
        <Field
          label={sideMessages.port}
          value={nats.port?.toString() ?? ''}
          inputMode="numeric"
          hint={sideMessages.portHint('4222')}
          error={told('port')}
          onWrite={(text) => onChange(withPort(nats, text) ?? nats)}
        />
        <Select
          label={sideMessages.tls}
          options={sideMessages.tlsModes}
          value={nats.tls ?? 'verify'}
          onChoose={(tls) => onChange({ ...nats, tls })}
        />
        <Field
          label={messages.stream}
          value={nats.stream}
          spellCheck={false}
          hint={messages.streamHint}
          error={told('stream')}
          onWrite={(stream) => onChange({ ...nats, stream })}
        />
      </Pair>
      <Field
        label={messages.subject[place]}
        value={nats.subject ?? ''}
        spellCheck={false}
        hint={messages.subjectHint[place]}
        error={told('subject')}
        onWrite={(text) => onChange(withSubject(nats, text))}
      />
      {place === 'source' ? (
        <>
          <Tight>
            <Select
              label={messages.start}
              options={messages.starts}
              value={nats.start ?? 'all'}
              onChoose={(start) => onChange({ ...nats, start })}
            />
            <Hint>{messages.startHint}</Hint>
          </Tight>
          <Tick
            label={messages.withMessage}
            isOn={nats.withMessage === true}
            onChange={(isOn) => onChange(withMessages(nats, isOn))}
          />
        </>
      ) : null}
    </>
  )
}
