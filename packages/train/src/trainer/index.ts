export { metricsChart } from './chart.ts';
export { type ColdStartSources, coldBatches, exchanged, supervisedStep, traceDatum } from './cold-start.ts';
export { loadOwnModule, type OwnModule, type OwnTaskRequest, type OwnTrace } from './own-module.ts';
export { planTraining, type TrainPlan } from './plan.ts';
export { type Algorithm, algorithmOf, parseTrainRecipe, type TrainRecipe, trainRecipe } from './recipe.ts';
export { type Checkpoint, RunFiles } from './run-files.ts';
export { sampleTask, type TaskSource, taskSource } from './task-source.ts';
export { type StepMetrics, serveRolloutsOf, type TrainEvent, type TrainOptions, train } from './train.ts';
export { type UpdateOptions, type UpdateResult, update } from './update.ts';
