import styled from 'styled-components'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { type BodyKind, type EventIdPlace, type HookSettings, senderNames } from '#contract/connectors/triggers/sender.ts'
import { senderOf, senders } from '#contract/connectors/triggers/senders.ts'
import {
  type ResponseKind,
  responseKindOf,
  settingsOfSender,
  without,
  withResponse,
} from '#src/machines/builder/systems/sender-edit.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { SystemTile } from '#src/views/kit/identity/SystemTile.tsx'
import { Card, CardTitle, Hint } from '#src/views/kit/layout/blocks.ts'
import { Block, Fold, Pair, Tick } from '../form-parts.tsx'
import { ListField } from '../ListField.tsx'
import { ProofFields } from './ProofFields.tsx'
import { proofText } from './proof-text.ts'
import { senderMessages as messages } from './sender.messages.ts'

type HookTrigger = Extract<Trigger, { type: 'webhook' }>
type SenderFieldsProps = {
  readonly trigger: HookTrigger
  readonly isWritable: boolean
  readonly onChange: (trigger: HookTrigger) => void
}

/** Who sends the events of a webhook: how they are proved, what their bodies are, and what is kept beside them. */
export function SenderFields({ trigger: { type, hook }, isWritable, onChange }: SenderFieldsProps) {
  const change = (it: HookSettings) => onChange({ type, hook: it })
  return (
    <Card aria-label={messages.question}>
      <CardTitle id="who-sends">{messages.question}</CardTitle>
      <Block disabled={!isWritable}>
        <Grid role="radiogroup" aria-labelledby="who-sends">
          {senderNames.map((name) => (
            <Tile key={name}>
              <input
                type="radio"
                name="who-sends"
                checked={hook?.sender === name}
                onChange={() => change(settingsOfSender(name, hook))}
              />
              <SystemTile name={name === 'other' ? null : senders[name].name} />
              <span>{name === 'other' ? messages.other : senders[name].name}</span>
            </Tile>
          ))}
        </Grid>
        {hook === undefined ? <Hint>{messages.nobody}</Hint> : <Settings hook={hook} onChange={change} />}
      </Block>
    </Card>
  )
}

function Settings({ hook, onChange }: { readonly hook: HookSettings; readonly onChange: (hook: HookSettings) => void }) {
  const { body, eventId, response } = senderOf(hook)
  const { headers = [], query = false } = hook.keep ?? {}
  const place = eventId?.in ?? 'none'
  const keep = (change: NonNullable<HookSettings['keep']>) => {
    const kept = without<NonNullable<HookSettings['keep']>>({ headers, query: query || undefined, ...change })
    onChange(without<HookSettings>({ ...hook, keep: Object.keys(kept).length === 0 ? undefined : kept }))
  }
  return (
    <>
      {hook.sender === 'other' ? (
        <ProofFields proof={hook.proof} onChange={(proof) => onChange({ ...hook, proof })} />
      ) : (
        <div>
          <Strong>{messages.proof}</Strong>
          <p>{proofText(senders[hook.sender].proof)}</p>
          <a href={senders[hook.sender].source} target="_blank" rel="noreferrer">
            {messages.source(senders[hook.sender].name)}
          </a>
        </div>
      )}
      <Pair>
        <Select<BodyKind>
          label={messages.body}
          options={messages.bodies}
          value={body}
          hint={messages.bodyHints[body]}
          onChoose={(it) => onChange({ ...hook, body: it })}
        />
        <Select<EventIdPlace['in'] | 'none'>
          label={messages.idPlace}
          options={messages.idPlaces}
          value={place}
          hint={messages.idHint}
          onChoose={(it) =>
            onChange(without({ ...hook, eventId: it === 'none' ? undefined : { in: it, name: eventId?.name ?? 'id' } }))
          }
        />
        {eventId === null ? null : (
          <Field
            label={messages.idName}
            value={eventId.name}
            spellCheck={false}
            onWrite={(name) => onChange({ ...hook, eventId: { ...eventId, name } })}
          />
        )}
        <Select<ResponseKind>
          label={messages.response}
          options={messages.responses}
          value={responseKindOf(hook)}
          hint={messages.responseHints[responseKindOf(hook)]}
          onChoose={(it) => onChange(withResponse(hook, it))}
        />
        {response === undefined || hook.wait === true ? null : (
          <>
            <Field
              label={messages.responseText}
              value={response.text}
              spellCheck={false}
              onWrite={(text) => onChange({ ...hook, response: { ...response, text: text.slice(0, 1_024) } })}
            />
            <Select
              label={messages.responseType}
              options={messages.responseTypes}
              value={response.contentType}
              onChoose={(contentType) => onChange({ ...hook, response: { ...response, contentType } })}
            />
          </>
        )}
      </Pair>
      <Fold
        title={messages.keep}
        value={headers.length === 0 && !query ? messages.keepNone : [...headers, ...(query ? ['$query'] : [])].join(', ')}
        isOpen={hook.keep !== undefined}
      >
        <ListField
          label={messages.keepHeaders}
          hint={messages.keepHeadersHint}
          values={headers}
          onWrite={(it) => keep({ headers: it })}
        />
        <Tick label={messages.keepQuery} isOn={query} onChange={(isOn) => keep({ query: isOn })} />
      </Fold>
    </>
  )
}

const Strong = styled.p`
  font: ${font.strong};
`

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(10rem, 45%), 1fr));
  gap: ${space[8]};
`

const Tile = styled.label`
  position: relative;
  display: flex;
  gap: ${space[8]};
  align-items: center;
  min-width: 0;
  min-height: 2.25rem;
  padding: ${space[4]} ${space[8]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  font: ${font.strong};
  overflow-wrap: anywhere;
  cursor: pointer;

  &:has(> input:checked) {
    border-color: ${color['brand.solid']};
    background: ${color['bg.selected']};
    box-shadow: inset 0 0 0 1px ${color['brand.solid']};
  }

  /* The input covers the tile and shows nothing of its own: the tile says what is chosen. */
  &&& > input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    border: 0;
    border-radius: ${radius.control};
    background: none;
    appearance: none;
    cursor: pointer;
    ${focusRing}

    &::before {
      content: none;
    }
  }
`
