/**
 * Verbs and other words of every conversation, beside those of `everyday.ts`: they say nothing for or against this product.
 * Words that name things of other fields, too (light, tie, race), are left out.
 */
export const everydayVerbs = `
  absorb accelerate accomplish accumulate achieve adapt adopt advance aggregate align allocate assemble assess attach attract await back balance base
  beat behave bend benefit blame bother bounce bump bundle bury calm cancel capture carry cater cause cease cheat choke
  chop chuck circle clash cling clog coincide collect combine comfort commence commit compensate compile complain comply compose comprise concentrate conclude
  conduct confront conserve consist consolidate constitute consult contact contribute control convert convince cope correct cost crack cram crawl creep cripple
  criticise cross crush curb cure customise dash deceive decline decrease dedicate deem defer delay demand demonstrate deny depart derive deteriorate devote
  differ dig diminish dip disagree disappear disappoint discard discourage dislike dismiss display distribute disturb ditch dive divide dodge dominate donate
  drag drain drift drive drop dump eat eaten eats ate elaborate eliminate emerge emphasise employ empty encounter encourage endure engage enhance enlarge
  enquire enter entitle escape establish estimate evaluate examine exchange exclude excuse exhaust exist expand expose extend extract face facilitate fade fancy
  favour fetch file filter fix focus forbid forward freeze function fuss gather generate grab grant grasp grind
  grip guide halve harm hate haul hesitate hide hidden hinder hire hit hook hop hurry hurt illustrate impact imply impose impress incorporate
  incur influence inherit inquire insert inspect install instruct interact interfere interrupt introduce investigate isolate jump knock
  label labour lag land last launch lay leap lend lessen lift line link load lower magnify maintain mark master maximise measure
  meet mend merge mess migrate minimise mix modify monitor muddle multiply narrow neglect negotiate nudge obey occupy omit opt organise originate
  outline outweigh overcome overdo overlap overload oversee overtake overwhelm own pack panic park pause peak persist persuade pick pile pinpoint place please
  plug poke pose possess praise preserve prevail probe profit progress promote prompt propose protect pull punish purchase pursue puzzle
  quit raise reach react rebuild reckon recover redirect reduce refine reflect refresh refuse reinforce reject rejoin release relax relieve
  remark remedy render renew reopen repair rescue resemble reserve reside resist resolve restart restore restrict resume retain retrieve reverse review
  revise revive reward rewrite rid rip risk rotate ruin rule rush sack sacrifice scale scare scatter schedule scratch
  secure seize select sense settle shape shed shift shorten shove shrink shuffle shut signal simplify skip slam slim slip
  slow smash snap sneak snooze soften soothe spare spill spin split spoil spot spread squeeze stabilise stack stall stare starve
  steal step stir store strain streamline strengthen stress stretch strike strip strive stuck stuff stumble submit substitute subtract suit supervise
  supply support suppress surround survive suspend sustain swallow swap sweep swell switch tackle tag tear tempt terminate test threaten thrive throw
  thrown threw throws throwing thrust tick tidy tighten tolerate toggle total trace transform trap trick trim trip trouble tuck tweak twist
  undergo undertake undo unify unite unlock unplug update upgrade uphold urge utilise vanish venture view violate warm waste weaken widen
  wipe withdraw withhold withstand yield yesterday
  overwrite overwritten bought buy buying buys catch catching cut cutting dealt drew drawn draw forgot hung kept lain lent lit lose meant met paid paying shone shook
  shrank shut slid spread sprang stole stuck struck stung taught wept wound
  accordingly additionally afterwards alternatively besides briefly broadly carefully cheaply consequently crucially deliberately desperately differently easily
  effectively efficiently elsewhere equally especially essentially evenly forth furthermore gently gladly heavily hugely increasingly ideally independently
  instantly likewise locally loosely merely moreover naturally needlessly neatly newly nicely noticeably ordinarily originally painfully partially permanently
  plainly presumably promptly purely readily reliably repeatedly respectively roughly safely separately sharply silently smoothly solely specially steadily
  strangely strictly strongly successfully sufficiently temporarily terribly thoroughly tightly unexpectedly unusually vastly wholly widely wrongly
  whatsoever altogether halfway meantime midway nonstop overall upfront worldwide
  ability absence addition advantage advice alternative amount attitude attention bother breakdown capacity category cause circumstance combination
  comparison condition confusion consequence content context contrast decision delay demand description difficulty disadvantage discussion
  drawback emphasis entirety exception excuse expectation extent failure fault focus fuss gap glimpse guidance hassle improvement increase indication
  intention issue majority method minority mess mixture necessity nuisance obstacle outlook outset overview pace pattern peak percentage
  possibility precaution preference pressure priority procedure progress proof proportion quality quantity range reaction recap remainder request requirement rundown
  scenario scratch selection sequence shortage significance solution source statement strategy struggle substance suggestion surprise target technique
  tendency thread threshold trace trick update usefulness variation verdict warning wording workaround
`
