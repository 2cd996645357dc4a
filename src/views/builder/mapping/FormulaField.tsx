import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'
import { formulaFunctions, functionGroups } from '#contract/connectors/config/formula/functions.ts'
import { formulaMax, problemText } from '#contract/connectors/config/formula/syntax.ts'
import { formulaCompletionAt } from '#src/machines/builder/mapping/formula-completion.ts'
import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import { selectFormulaProblem, selectTarget, selectUnknown, selectWritten } from '#src/machines/builder/mapping/rule.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../kit/completion/CompletingBox.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useIsBusy } from '../../kit/use-snapshot.ts'
import { Fold } from '../systems/form-parts.tsx'
import { FormulaText } from './FormulaText.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Stack } from './mapping-frame.ts'

const messages = mappingMessages.rules

type FormulaFieldProps = {
  readonly actor: RuleActor
  /** What the server said of it. */
  readonly error: string | undefined
}

/** The line in which a formula is written: with fields and functions to choose from, and what is wrong under its character. */
export function FormulaField({ actor, error }: FormulaFieldProps) {
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot).text ?? '')
  const problem = useSelector(actor, selectFormulaProblem, isSame)
  const unknown = useSelector(actor, selectUnknown, isSame)
  const target = useSelector(actor, selectTarget)
  const isBusy = useIsBusy(actor)
  const fields = useMemo(() => (target?.known ?? []).map((path) => ({ path, note: messages.field })), [target])
  const [stray] = unknown
  const strayText =
    stray === undefined
      ? undefined
      : stray.meant === null
        ? messages.unknown(stray.path)
        : messages.meant(stray.path, stray.meant)
  const wrong = error ?? (problem === null ? strayText : sentenceOf(problemText(problem)))
  if (isBusy) return <Field label={messages.fields.text} value={text} isBlocked onWrite={() => {}} />
  return (
    <Stack>
      <CompletingBox
        label={messages.fields.text}
        value={text}
        offered={[]}
        complete={(written, caret) => formulaCompletionAt(written, caret, fields)}
        hint={messages.formulaHint}
        error={wrong}
        maxLength={formulaMax}
        onWrite={(it) => actor.send({ type: 'user.wrote', field: 'text', text: it })}
      />
      {problem === null ? null : (
        <div aria-hidden="true">
          <FormulaText text={text} problem={problem} />
        </div>
      )}
      <Functions />
    </Stack>
  )
}

/** Every function with an example. */
function Functions() {
  return (
    <Fold title={messages.allFunctions} value={String(formulaFunctions.length)} isOpen={false}>
      {functionGroups.map((group) => (
        <Group key={group} aria-label={messages.groups[group]}>
          <h3>{messages.groups[group]}</h3>
          <dl>
            {formulaFunctions
              .filter((it) => it.group === group)
              .map(({ name, signature, note, example: [formula, makes] }) => (
                <div key={name}>
                  <dt>
                    {name}({signature})
                  </dt>
                  <dd>
                    {note}. <Hint as="span">{messages.example(formula, makes)}</Hint>
                  </dd>
                </div>
              ))}
          </dl>
        </Group>
      ))}
    </Fold>
  )
}

/** A question keeps its own sign. */
const sentenceOf = (text: string) => (text.endsWith('?') ? text : `${text}.`)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const Group = styled.section`
  margin-top: ${space[12]};

  & h3 {
    margin: 0 0 ${space[4]};
    font: ${font.strong};
  }

  & dl {
    display: grid;
    gap: ${space[8]};
    margin: 0;
  }

  & dt {
    font: ${font.code};
    overflow-wrap: anywhere;
  }

  & dd {
    margin: 0;
    color: ${color['text.muted']};
    overflow-wrap: anywhere;
  }
`
