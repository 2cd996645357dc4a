/** Draws sentences of the product at random, to be read aloud: `node scripts/draw-sentences.ts [seed] [count]`. */
import { textsOf } from '../tests/unit/copy/sentences.ts'

const [seed = 1, count = 100] = process.argv.slice(2).map(Number)

/** The same numbers for the same seed (mulberry32). */
function chances(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const chance = chances(seed)
const texts = [...new Map(textsOf().map((it) => [it.text, it])).values()].filter(({ text }) => text.split(' ').length >= 3)
for (let drawn = 0; drawn < count; drawn += 1) {
  const [it] = texts.splice(Math.floor(chance() * texts.length), 1)
  if (it !== undefined) process.stdout.write(`${drawn + 1}. ${it.text}  (${it.at})\n`)
}
