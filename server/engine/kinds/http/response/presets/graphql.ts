/** The answer of a GraphQL mutation: `errors` beside the data, and lists of user errors (`userErrors`, `customerUserErrors`) in it. */
import { isError, listedErrors, plain, type ReportedFailure, saidIn, textOf } from '../failure-vocabulary.ts'
import { type Entry, isObject } from '../item-verdict.ts'
import { type AnswerReader, type Found, unclear } from './reader.ts'

const halfDone: Found = {
  whole: 'unclear',
  why: 'its response has a result and an error, so the mutation may have changed something',
}

/** An error below a field of the mutation takes the result with it where nothing there may be null: the field itself may have run. */
const insideResult: Found = {
  whole: 'unclear',
  why: 'its response has an error inside the result, so the mutation may have changed something',
}
const isInside = (error: unknown) => isObject(error) && Array.isArray(error['path']) && error['path'].length > 1

function failureOf(errors: readonly unknown[], mark: string): ReportedFailure {
  const first = errors.find(isObject)
  const { words, code } = saidIn(errors)
  const extensions = first === undefined ? undefined : first['extensions']
  return { words, code: (isObject(extensions) ? textOf(extensions['code']) : null) ?? code, mark }
}

/** Lists of user errors of one field of the mutation. */
const userErrorsIn = (root: unknown): readonly unknown[] =>
  isObject(root)
    ? Object.entries(root).flatMap(([name, list]) =>
        listedErrors.test(plain(name)) && Array.isArray(list) && list.some(isError) ? [...list] : [],
      )
    : []

function responseOf(response: Entry): Found {
  const { data, errors } = response
  const roots = isObject(data) ? Object.values(data) : []
  if (Array.isArray(errors) && errors.length > 0) {
    if (roots.some((it) => it !== null)) return halfDone
    return errors.some(isInside) ? insideResult : { failure: failureOf(errors, '"errors"') }
  }
  if (roots.length === 0) return unclear
  const refused = roots.map(userErrorsIn)
  const first = refused.find((list) => list.length > 0)
  if (first === undefined) return roots.some((it) => it === null) ? unclear : { whole: 'taken' }
  return refused.every((list) => list.length > 0) ? { failure: failureOf(first, '"userErrors"') } : halfDone
}

/** One response, or a list with one for each record. */
export const graphql: AnswerReader = ({ value, count }) => {
  if (!Array.isArray(value)) return isObject(value) ? responseOf(value) : unclear
  if (value.length !== count) return unclear
  const found = value.map((entry: unknown) => ({ entry, found: isObject(entry) ? responseOf(entry) : unclear }))
  return {
    items: found.map(({ entry, found: it }) => {
      if ('failure' in it) return { says: 'refused', entry, ...(it.failure.words === null ? {} : { words: it.failure.words }) }
      return { says: 'whole' in it && it.whole === 'taken' ? 'taken' : 'unknown', entry }
    }),
  }
}
