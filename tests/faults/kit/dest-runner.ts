/** A destination in a process of its own, whose clock no busy engine holds up: prints its address, and gives its journal to whoever asks. */
import { startDestination } from '../../engine/kit/dest-sim.ts'

const { url } = await startDestination({ delay: Number(process.argv[2] ?? 0) })
process.stdout.write(`${url}\n`)
