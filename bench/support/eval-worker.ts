/** A process that reads samples for `bench/eval.ts`. */
import { localRunner, serveSamples } from '@memagent/lab';
import { type EvalTaskSpec, evalPlan } from './eval-plan.ts';

const { plan, model } = await evalPlan(JSON.parse(process.argv[2]!) as EvalTaskSpec);
await serveSamples(localRunner(plan, model));
