import styled from 'styled-components'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import {
  type ChangeRequest,
  changeMethods,
  type FindRequest,
  findMethods,
  type severalChoices,
} from '#contract/connectors/config/operations/find.ts'
import { withFind, withUpdate } from '#src/machines/builder/systems/find.ts'
import { operationOf, type UrlField } from '#src/machines/builder/systems/operation.ts'
import { font, space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../../kit/completion/CompletingBox.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { Segmented } from '../../../kit/controls/Segmented.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Hint } from '../../../kit/layout/blocks.ts'
import { Pair } from '../form-parts.tsx'
import { offeredInText } from './offered.ts'
import { operationMessages } from './operation.messages.ts'

const messages = operationMessages.find

type FindFieldsProps = {
  readonly config: DestinationConfig
  readonly fields: readonly UrlField[]
  readonly onChange: (config: DestinationConfig) => void
}

const optionsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as unknown as Record<Name, string>

/** The search for a record, and the request that changes what was found. What creates it follows in the form. */
export function FindFields({ config, fields, onChange }: FindFieldsProps) {
  const { find = { method: 'GET', url: '', resultPath: '' }, update = { method: 'PATCH', url: '' } } = operationOf(config)
  const write = (change: Partial<FindRequest>) => onChange(withFind(config, change))
  return (
    <>
      <Title>{messages.title}</Title>
      <Request>
        <Select<FindRequest['method']>
          label={messages.method}
          options={optionsOf(findMethods)}
          value={find.method}
          onChoose={(method) => write({ method })}
        />
        <CompletingBox
          label={messages.url}
          hint={messages.urlHint}
          value={find.url}
          offered={offeredInText(fields)}
          onWrite={(url) => write({ url })}
        />
      </Request>
      {find.method === 'POST' ? (
        <CompletingBox
          label={messages.body}
          hint={messages.bodyHint}
          rows={6}
          value={find.body ?? ''}
          offered={offeredInText(fields)}
          onWrite={(body) => write({ body })}
        />
      ) : null}
      <Pair>
        <Field
          label={messages.results}
          hint={messages.resultsHint}
          value={find.resultPath}
          spellCheck={false}
          onWrite={(resultPath) => write({ resultPath })}
        />
        <Several>
          <p>{messages.several}</p>
          <Segmented<(typeof severalChoices)[number]>
            label={messages.several}
            options={messages.severalChoices}
            value={find.onMany ?? 'fail'}
            onChoose={(onMany) => write({ onMany })}
          />
          <Hint>{messages.severalHints[find.onMany ?? 'fail']}</Hint>
        </Several>
        <Field
          label={messages.matchPath}
          hint={messages.matchHint}
          value={find.matchPath ?? ''}
          spellCheck={false}
          onWrite={(matchPath) => write({ matchPath })}
        />
        <Field
          label={messages.matchField}
          value={find.matchField ?? ''}
          spellCheck={false}
          onWrite={(matchField) => write({ matchField })}
        />
      </Pair>
      <Title>{messages.found}</Title>
      <Request>
        <Select<ChangeRequest['method']>
          label={messages.updateMethod}
          options={optionsOf(changeMethods)}
          value={update.method}
          onChoose={(method) => onChange(withUpdate(config, { method }))}
        />
        <CompletingBox
          label={messages.updateUrl}
          hint={messages.updateHint}
          value={update.url}
          offered={offeredInText(fields, 'found')}
          onWrite={(url) => onChange(withUpdate(config, { url }))}
        />
      </Request>
      <Title>{messages.notFound}</Title>
      <Hint>{messages.notFoundHint}</Hint>
    </>
  )
}

const Title = styled.p`
  font: ${font.strong};
`

const Request = styled.div`
  display: grid;
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: ${space[12]};
  align-items: start;

  @media (max-width: 599px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Several = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;

  & > p {
    font: ${font.strong};
  }
`
