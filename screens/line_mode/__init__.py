"""Line mode: questions, numbered choices and typed answers, for speech output, scripts and
pipes."""
