/** YAML, apart from those who seldom need it. No type of its own is made of a text that looks like a date. */
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'

/** Throws an `Error` with one sentence that says what is wrong and where. */
export function readYaml(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch (thrown) {
    if (!(thrown instanceof YAMLException)) throw thrown
    throw new Error(thrown.message.split('\n', 1)[0], { cause: thrown })
  }
}
